import { fullCall } from "../binding/bind-call.js";
import { isPlainText } from "../binding/flat-text.js";
import type { InteropOptions, Profile } from "../decision/profile.js";
import type { JsonObject } from "../json/value.js";
import { nowToNanos } from "../trust/timestamp.js";
import { readContext, readSettings, type Settings } from "../verify-settings.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import type { CallContext, Generation } from "./ports.js";

type Asking = Pick<LiveCall, "tool" | "args" | "context">;

/**
 * What the pure pipeline is told of a live call. All but the call, its time and who asks is the same for a whole generation, and is
 * checked once for each.
 */
export function createCallSettings({ audience, limits, profile }: Pick<GateParts, "audience" | "limits" | "profile">) {
  let last: { readonly generation: Generation; readonly settings: Settings } | null = null;

  function settingsOf(generation: Generation): Settings {
    if (last?.generation === generation) return last.settings;
    const settings = readSettings({
      ...generation,
      now: 0,
      call: "proposal-only",
      profile: profileOption(profile),
      limits,
      ...(audience !== null && { audience, audienceRequired: profile.checkAudience }),
    });
    last = { generation, settings };
    return settings;
  }

  /** `now` is epoch milliseconds. */
  return (generation: Generation, now: number, { tool, args, context }: Asking): Settings => ({
    ...settingsOf(generation),
    now: nowToNanos(now),
    call: fullCall(tool, args),
    context: plainContext(context, limits),
  });
}

function profileOption({ name, strictTrust, verifyEvidence }: Profile): "strict" | InteropOptions {
  return name === "strict" ? name : { name, strictTrust, verifyEvidence };
}

/** The gate's own frozen copy is what rules are judged on, but where a text is odd or long: that the strict reader judges. */
function plainContext(context: CallContext, limits: GateParts["limits"]): JsonObject {
  const { principal, session, tenant } = context;
  const plain = isPlainText(principal) && (session === undefined || isPlainText(session)) && (tenant === undefined || isPlainText(tenant));
  return plain ? (context as unknown as JsonObject) : readContext(context, limits);
}
