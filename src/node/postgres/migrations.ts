import type { ClientBase } from "pg";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { MAX_STANDING_APPROVALS } from "../../gate/approval-record.js";
import { MAX_CLOCK_SKEW_MS } from "../../gate/ledger.js";
import type { AbsentLedger } from "../open-ledger.js";

/** One migration at a time, in any schema of the database. */
const MIGRATION_LOCK = "7165904226370417764";
/** One session at a time drops ended rows. */
const SWEEP_LOCK = "7165904226370417765";
/** One session at a time opens an approval request. */
const APPROVAL_LOCK = "7165904226370417766";

/** What `consume` returns; a positive number is the position, from 1, of the limit that the action does not fit. */
export const ANSWER = Object.freeze({ consumed: 0, alreadyUsed: -1, clockSkew: -2 });

/**
 * The schema, step by step; what was released is never edited (spec/decisions/0061-postgres-ledger.md). `SCHEMA` stands for the
 * quoted name.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE SCHEMA.countersign_ledger (
    id integer PRIMARY KEY CHECK (id = 1),
    version integer NOT NULL,
    horizon bigint NOT NULL
  );
  INSERT INTO SCHEMA.countersign_ledger (id, version, horizon) VALUES (1, 0, 0);

  CREATE TABLE SCHEMA.used (
    key bytea PRIMARY KEY CHECK (octet_length(key) = 32),
    until bigint NOT NULL
  );
  CREATE INDEX used_until ON SCHEMA.used (until);

  CREATE TABLE SCHEMA.spent (
    key bytea NOT NULL CHECK (octet_length(key) = 32),
    at bigint NOT NULL,
    amount numeric NOT NULL CHECK (amount >= 0),
    total numeric NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (key, at)
  );
  CREATE INDEX spent_until ON SCHEMA.spent (until);

  CREATE TABLE SCHEMA.heads (log text PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL);

  CREATE TABLE SCHEMA.approvals (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    nonce text NOT NULL UNIQUE,
    action text NOT NULL UNIQUE,
    state text NOT NULL CHECK (state IN ('pending', 'denied')),
    request text NOT NULL,
    evidence text NOT NULL,
    expires_at bigint NOT NULL
  );

  CREATE FUNCTION SCHEMA.clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

  CREATE FUNCTION SCHEMA.consume(
    gate_ms bigint, keys bytea[], untils bigint[], first_until bigint, locks bigint[],
    budget_keys bytea[], amounts bigint[], maxes bigint[], windows bigint[], kept bigint[],
    head_log text, head_seq bigint, head_hash text
  ) RETURNS integer LANGUAGE plpgsql VOLATILE SET search_path = SCHEMA, pg_temp AS $$
  DECLARE
    now_ms bigint := clock_ms();
    answer integer := 0;
    written integer;
    forgotten bigint;
    lock bigint;
    last_at bigint;
    last_total numeric;
    before numeric;
    dropped bigint;
  BEGIN
    -- At a higher level the sums below would be those of before the wait for a lock.
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'consume needs the isolation level read committed';
    END IF;
    IF abs(gate_ms - now_ms) >= ${MAX_CLOCK_SKEW_MS} THEN RETURN ${ANSWER.clockSkew}; END IF;
    -- A second use is answered without a write or a wait.
    IF EXISTS (SELECT FROM used u WHERE u.key = ANY (keys) AND u.until > now_ms) THEN RETURN ${ANSWER.alreadyUsed}; END IF;
    -- In one order in every session, before any row is touched.
    FOREACH lock IN ARRAY locks LOOP PERFORM pg_advisory_xact_lock(lock); END LOOP;
    now_ms := clock_ms();
    BEGIN
      INSERT INTO used AS u (key, until) SELECT w.key, w.until FROM unnest(keys, untils) AS w (key, until) ORDER BY w.key
        ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE u.until <= now_ms;
      GET DIAGNOSTICS written = ROW_COUNT;
      IF written < cardinality(keys) THEN
        answer := ${ANSWER.alreadyUsed};
        RAISE EXCEPTION USING ERRCODE = 'CSL01';
      END IF;
      -- After the rows: whatever was dropped to make room for them has moved the horizon.
      SELECT s.horizon INTO STRICT forgotten FROM countersign_ledger s WHERE s.id = 1;
      IF now_ms < forgotten OR first_until <= now_ms THEN
        answer := ${ANSWER.clockSkew};
        RAISE EXCEPTION USING ERRCODE = 'CSL01';
      END IF;
      FOR i IN 1 .. cardinality(budget_keys) LOOP
        SELECT s.at, s.total INTO last_at, last_total FROM spent s WHERE s.key = budget_keys[i] ORDER BY s.at DESC LIMIT 1;
        SELECT s.total - s.amount INTO before FROM spent s
          WHERE s.key = budget_keys[i] AND s.at > now_ms - windows[i] ORDER BY s.at LIMIT 1;
        IF coalesce(last_total - before, 0) + amounts[i] > maxes[i] THEN
          answer := i;
          RAISE EXCEPTION USING ERRCODE = 'CSL01';
        END IF;
        IF amounts[i] > 0 THEN
          last_at := greatest(now_ms, coalesce(last_at, 0));
          INSERT INTO spent AS s (key, at, amount, total, until)
            VALUES (budget_keys[i], last_at, amounts[i], coalesce(last_total, 0) + amounts[i], last_at + kept[i])
            ON CONFLICT (key, at) DO UPDATE
              SET amount = s.amount + excluded.amount, total = excluded.total, until = greatest(s.until, excluded.until);
        END IF;
      END LOOP;
      IF head_log IS NOT NULL THEN
        INSERT INTO heads AS h (log, seq, hash) VALUES (head_log, head_seq, head_hash)
          ON CONFLICT (log) DO UPDATE SET seq = excluded.seq, hash = excluded.hash WHERE excluded.seq > h.seq;
      END IF;
    EXCEPTION WHEN SQLSTATE 'CSL01' THEN
      RETURN answer;
    END;
    -- Waits for nobody: what another session holds is dropped another time.
    IF pg_try_advisory_xact_lock(${SWEEP_LOCK}) THEN
      WITH ended AS (SELECT u.key FROM used u WHERE u.until <= now_ms ORDER BY u.until LIMIT 64 FOR UPDATE SKIP LOCKED),
        gone AS (DELETE FROM used u USING ended e WHERE u.key = e.key RETURNING u.until),
        ended_spent AS (
          SELECT s.key, s.at FROM spent s WHERE s.until <= now_ms ORDER BY s.until LIMIT 64 FOR UPDATE SKIP LOCKED
        ),
        gone_spent AS (DELETE FROM spent s USING ended_spent e WHERE s.key = e.key AND s.at = e.at RETURNING s.until)
      SELECT max(g.until) INTO dropped FROM (SELECT until FROM gone UNION ALL SELECT until FROM gone_spent) g;
      IF dropped IS NOT NULL THEN
        UPDATE countersign_ledger SET horizon = dropped WHERE id = 1 AND horizon < dropped;
      END IF;
    END IF;
    RETURN ${ANSWER.consumed};
  END
  $$;

  CREATE FUNCTION SCHEMA.open_approval(new_nonce text, new_action text, new_request text, new_end bigint)
  RETURNS SETOF SCHEMA.approvals LANGUAGE plpgsql VOLATILE SET search_path = SCHEMA, pg_temp AS $$
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'open_approval needs the isolation level read committed';
    END IF;
    PERFORM pg_advisory_xact_lock(${APPROVAL_LOCK});
    IF new_end <= clock_ms() THEN RAISE EXCEPTION USING ERRCODE = 'CSL02'; END IF;
    DELETE FROM approvals a WHERE a.expires_at <= clock_ms();
    RETURN QUERY SELECT a.* FROM approvals a WHERE a.action = new_action;
    IF FOUND THEN RETURN; END IF;
    IF EXISTS (SELECT FROM approvals a WHERE a.nonce = new_nonce) THEN RAISE EXCEPTION USING ERRCODE = 'CSL03'; END IF;
    IF (SELECT count(*) FROM approvals) >= ${MAX_STANDING_APPROVALS} THEN RAISE EXCEPTION USING ERRCODE = 'CSL04'; END IF;
    RETURN QUERY INSERT INTO approvals AS a (nonce, action, state, request, evidence, expires_at)
      VALUES (new_nonce, new_action, 'pending', new_request, '[]', new_end) RETURNING a.*;
  END
  $$;
  `,
];

/** Brings the schema up to date; of gates that start at once one does it. ConfigurationError for a schema that is not ours, or newer. */
export async function migrate(client: ClientBase, schema: string, absent: AbsentLedger): Promise<void> {
  const found = await versionOf(client, schema);
  if (found === STEPS.length) return;
  if (found === 0 && absent === "refuse") throw wrongSchema(schema, "holds no ledger: no gate has made one in this database yet");
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const version = await versionOf(client, schema);
    if (version !== STEPS.length) {
      const exists = (await client.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema])).rowCount === 1;
      // Whoever may not make schemas can have one made for it.
      if (!exists) await client.query(`CREATE SCHEMA "${schema}"`);
      for (const step of STEPS.slice(version)) await client.query(step.replaceAll("SCHEMA", `"${schema}"`));
      await client.query(`UPDATE "${schema}".countersign_ledger SET version = ${STEPS.length} WHERE id = 1`);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Steps that this version knows. */
export const KNOWN_STEPS = STEPS.length;

/** Steps that the schema has, 0 where it is not there or empty. ConfigurationError for a schema that is not ours, or newer. */
export async function versionOf(client: ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query<{ tables: number; ours: boolean }>(
    `SELECT count(*)::int AS tables, coalesce(bool_or(c.relname = 'countersign_ledger'), false) AS ours
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1`,
    [schema],
  );
  const [found] = rows;
  if (found === undefined || found.tables === 0) return 0;
  if (!found.ours) throw wrongSchema(schema, "holds something else; name a schema of its own");
  const { rows: state } = await client.query<{ version: number }>(`SELECT version FROM "${schema}".countersign_ledger WHERE id = 1`);
  const version = state[0]?.version;
  if (version === undefined) throw wrongSchema(schema, "is damaged: its version is gone; restore it from a backup");
  if (version < 0) throw wrongSchema(schema, `is damaged: its version is ${version}; restore it from a backup`);
  if (version > STEPS.length)
    throw wrongSchema(schema, `was written by a newer version (schema ${version}; this one knows ${STEPS.length}); upgrade countersign`);
  return version;
}

function wrongSchema(schema: string, what: string): ConfigurationError {
  return new ConfigurationError(`the schema ${JSON.stringify(schema)} ${what}`, { place: "ledger" });
}
