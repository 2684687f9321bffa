import { defineCommand } from "../command.js";
import { GATE_FLAGS } from "../gate-from-flags.js";

export const command = defineCommand({
  name: "mcp-proxy",
  summary: "Stands between an MCP client and an MCP server on standard input and output, and gates every tool call.",
  rest: "COMMAND ARGS",
  flags: {
    ...GATE_FLAGS,
    principal: { type: "text", required: true, value: "NAME", help: "who asks: the agent behind this client" },
    tenant: { type: "text", value: "NAME", help: "for whom it asks" },
    "build-proposals": { type: "switch", help: "build each proposal from the call: what a call carries is dropped" },
    contracts: {
      type: "text",
      value: "DIR",
      help: "hold each tool's results to its contract in this folder; a tool without one is hidden",
    },
    "raw-copies": { type: "text", value: "DIR", help: "keep the bytes of refused results in this folder; beside --contracts" },
    servers: { type: "text", value: "FILE", help: "several servers, with prefixes for their tools, in place of COMMAND" },
    "client-config": {
      type: "text",
      value: "FILE",
      help: "refuse to start where this client's configuration starts a server without the proxy",
    },
    env: { type: "text", many: true, value: "NAME", help: "give the server this variable of the proxy's environment; may be repeated" },
    secret: {
      type: "text",
      many: true,
      value: "NAME=FILE",
      help: "give the server this variable, its value from a file; may be repeated",
    },
    "call-timeout": { type: "text", value: "SECONDS", help: "how long a tool may take (600)" },
    "max-message": { type: "text", value: "BYTES", help: "most bytes of one message (10485760)" },
  },
  notes: [
    "Standard output speaks MCP alone; what an operator is told stands on standard error.",
    "Ends with 0 when the client leaves, 1 when a server ends or sends a line without an end.",
  ],
  async run(flags, _operand, shell, _second, rest) {
    const { mcpProxy } = await import("../mcp-proxy/mcp-proxy.js");
    return mcpProxy(flags, rest, shell);
  },
});
