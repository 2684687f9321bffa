export { type GuardedMcpServer, type GuardMcpOptions, guardMcpServer, type McpServerLike, type McpTransport } from "./guard-mcp-server.js";
export type { McpReport } from "./report.js";
