import { ConfigurationError } from "../../decision/configuration-error.js";
import { heldElsewhere } from "../../node/audit/lock-log.js";
import { type AuditLog, openAuditLog } from "../../node/audit/open-audit-log.js";

const PAUSE_MS = 20;

/**
 * Opens an audit log that other runs of the hook write too: an agent calls several tools at once, and a log has one writer at a time.
 * Waits while another holds it; the hook's deadline bounds the wait.
 *
 * @throws (rejects) ConfigurationError for everything else that is wrong with the log
 */
export async function openSharedLog(file: string): Promise<AuditLog> {
  const held = heldElsewhere(file).what;
  for (;;) {
    try {
      return await openAuditLog({ file });
    } catch (error) {
      if (!(error instanceof ConfigurationError) || error.what !== held) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
