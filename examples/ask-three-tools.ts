// Three tools that somebody else runs, asked through their contracts: a REST service, a shell command and an MCP server. Each answers as was
// agreed, and then as upstreams do after a change. Beside what the agent gets stands what the operator is told.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createResultGate, type Execute, type LiveResult, loadContracts, openAuditLog } from "countersign/node";
import { openCommand } from "./ask-three-tools/ask-command.js";
import { openMcpServer } from "./ask-three-tools/ask-mcp-server.js";
import { openService } from "./ask-three-tools/ask-service.js";

interface Tool {
  readonly cases: readonly string[];
  ask(name: string): Execute;
}

const NOW = Date.parse("2026-10-01T12:00:00Z");
const folder = await mkdtemp(join(tmpdir(), "countersign-example-"));
const log = join(folder, "audit.jsonl");
const refused = join(folder, "refused");
const audit = await openAuditLog({ file: log });
const results = await createResultGate({
  contracts: await loadContracts(fileURLToPath(new URL("./ask-three-tools/contracts", import.meta.url))),
  audit,
  rawCopies: { folder: refused },
  clock: { now: () => NOW },
});

/** What upstreams wrote for a model to obey. */
const WORDS = /deploy|restart|setup\.example|ignore|publish|review\.example|log log/i;
const given: string[] = [];

const row = (...[name, agent, operator]: readonly [string, string, string]) => `${name.padEnd(22)}${agent.padEnd(56)}${operator}`.trimEnd();

function tell(name: string, { agent, attempts, reason, path, failure_class }: LiveResult): void {
  given.push(JSON.stringify(agent));
  const sees = agent.outcome === "success" ? Object.values(agent.data).join(" ") : agent.error.code;
  const why = reason === null ? "" : `${failure_class}: ${reason} ${path}`;
  console.log(row(name, sees, attempts === 1 ? why : `${why}after ${attempts} attempts`));
}

async function show(title: string, tool: string, args: Record<string, string>, context: Record<string, string[]>, { cases, ask }: Tool) {
  console.log(`\n${row(title, "the agent sees", "the operator is told")}`);
  for (const name of cases) tell(name, await results.callTool({ tool, args, context }, ask(name)));
}

const service = await openService();
const command = openCommand();
const server = await openMcpServer();
try {
  await show("a REST service", "release.health", { environment: "staging", revision: "a83f19c" }, {}, service);
  await show("a shell command", "ci.run_status", { project_id: "bluebird" }, { runs: ["run_4f1c8d2e9a70"] }, command);
  await show("an MCP server", "review_status", { change_id: "CR-4471" }, {}, server);
} finally {
  await Promise.all([service.close(), command.close(), server.close()]);
  await results.close();
  await audit.close();
}

const withWords = (texts: readonly string[]) => texts.filter((text) => WORDS.test(text)).length;
const records = (await readFile(log, "utf8")).split("\n");
const copies = await Promise.all((await readdir(refused)).map((name) => readFile(join(refused, name), "utf8")));
console.log("\nwhat upstreams wrote to be obeyed stands in");
console.log(`  ${withWords(given)} of ${given.length} objects for the agent`);
console.log(`  ${withWords(records)} records of the audit log`);
console.log(`  ${withWords(copies)} copies of refused answers, which only the operator reads`);
await rm(folder, { recursive: true });

//>
//> a REST service        the agent sees                                          the operator is told
//> as agreed             staging a83f19c healthy
//> one member more       INVALID_RESPONSE                                        mismatch: result.schema /data
//> state is an object    INVALID_RESPONSE                                        mismatch: result.schema /data
//> a login page          INVALID_RESPONSE                                        mismatch: result.media_type /media_type
//> down, then up         staging a83f19c healthy                                 after 2 attempts
//> not allowed           FORBIDDEN                                               unauthorised: result.upstream_failure /status
//>
//> a shell command       the agent sees                                          the operator is told
//> as agreed             bluebird run_4f1c8d2e9a70 failed 2026-10-01T11:59:30Z
//> one line more         INVALID_RESPONSE                                        mismatch: result.line /stdout/2
//> a banner first        INVALID_RESPONSE                                        mismatch: result.line /stdout/0
//> a warning on stderr   INVALID_RESPONSE                                        mismatch: result.output /stderr
//> another project       INVALID_RESPONSE                                        mismatch: result.bind /data/project_id
//> yesterday's answer    INVALID_RESPONSE                                        invalid: result.stale /data/observed_at
//> no end                INVALID_RESPONSE                                        mismatch: limit.bytes
//> no such project       NOT_FOUND                                               upstream: result.upstream_failure /exit_code
//>
//> an MCP server         the agent sees                                          the operator is told
//> as agreed             CR-4471 approved
//> one member more       INVALID_RESPONSE                                        mismatch: result.schema /data
//> a text that says more INVALID_RESPONSE                                        mismatch: result.disagreement /content/0/text
//> words alone           INVALID_RESPONSE                                        invalid: json.syntax /content/0/text
//> a link beside it      INVALID_RESPONSE                                        mismatch: result.content /content/1
//> another change        INVALID_RESPONSE                                        mismatch: result.bind /data/change_id
//> no such change        NOT_FOUND                                               upstream: result.upstream_failure /isError
//>
//> what upstreams wrote to be obeyed stands in
//>   0 of 21 objects for the agent
//>   0 records of the audit log
//>   10 copies of refused answers, which only the operator reads
