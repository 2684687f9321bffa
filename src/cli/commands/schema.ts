import schema from "../../../spec/schemas/proposal.schema.json" with { type: "json" };
import { defineCommand } from "../command.js";

export const command = defineCommand({
  name: "schema",
  summary: "Prints the JSON Schema (draft-07) of a proposal.",
  flags: {},
  async run() {
    return { exit: 0, stdout: `${JSON.stringify(schema, null, 2)}\n` };
  },
});
