import { fstatSync } from "node:fs";
import { formatHead } from "../../audit/parse-head.js";
import { readEntry } from "../../audit/read-line.js";
import { readLinesBackwards } from "../../node/audit/read-lines.js";
import { withLog } from "../audit/open-log.js";
import { defineCommand } from "../command.js";
import { EXIT } from "../exits.js";
import { UnreadableError } from "../faults.js";

export const command = defineCommand({
  name: "audit head",
  summary: "Prints the last record of an audit log as LOG:SEQ:HASH, to be kept elsewhere for `audit verify --expect-head`.",
  operand: { name: "FILE" },
  flags: {},
  notes: ["Nothing is verified but that record's own hash: verify first."],
  async run(_flags, operand) {
    const file = operand as string;
    const head = await withLog(file, (fd) => {
      for (const { bytes } of readLinesBackwards(fd, fstatSync(fd).size)) return readEntry(bytes);
      return null;
    });
    if (head === null) throw new UnreadableError("does not end with a record of an audit log; see `countersign audit verify`", file);
    return { exit: EXIT.done, stdout: `${formatHead(head)}\n` };
  },
});
