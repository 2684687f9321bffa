// An agent's MCP client in front of the filesystem server of the protocol's own project, with the proxy between them: reads go through,
// a write waits for a person, and runs once that person has signed. Neither client nor server knows of it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { approve, generateKey, openLedger, signerFromPem } from "countersign/node";

const clone = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "countersign-mcp-"));
const file = (name: string) => join(folder, name);

const key = generateKey({ id: "owner-2026", owner: "owner", tools: ["write_file"], impacts: ["irreversible"], audiences: ["files"] });
writeFileSync(file("keys.json"), JSON.stringify({ trusted_keys: { [key.id]: key.keyringEntry } }));
const tools = { read_text_file: { impact: "read", pic: "optional" }, write_file: { impact: "irreversible" } };
writeFileSync(file("policy.json"), JSON.stringify({ version: 1, tools }));
writeFileSync(file("plan.txt"), "version 1");

const proxy = ["--import", clone("scripts/typescript.js"), clone("src/cli/main.ts"), "mcp-proxy"];
const gate = [
  "--policy",
  file("policy.json"),
  "--keys",
  file("keys.json"),
  "--audience",
  "files",
  "--ledger",
  `sqlite:${file("ledger.sqlite")}`,
];
const server = [process.execPath, clone("node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"), folder];
const client = new Client({ name: "agent", version: "1" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [...proxy, ...gate, "--principal", "agent-7", "--build-proposals", "--", ...server],
    stderr: "ignore",
  }),
);

async function call(name: string, args: Readonly<Record<string, string>>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { path: file("plan.txt"), ...args } });
  const [block] = content as readonly { readonly text: string }[];
  return (block?.text ?? "").replace(/ Request .*$/, "").replaceAll(folder, "");
}

try {
  console.log(`offered: ${(await client.listTools()).tools.map(({ name }) => name).join(", ")}`);
  console.log(`read: ${await call("read_text_file", {})}`);
  console.log(`write: ${await call("write_file", { content: "version 2" })}`);
  console.log(`on disk: ${readFileSync(file("plan.txt"), "utf8")}`);

  // What `countersign approvals approve` does at a terminal, after it has shown the request to a person.
  const ledger = await openLedger(`sqlite:${file("ledger.sqlite")}`);
  const [asked] = (await ledger.approvals?.list(1)) ?? [];
  if (asked === undefined) throw new Error("nothing is pending");
  const signer = signerFromPem(key.privateKeyPem, { keyId: key.id });
  await ledger.approvals?.sign(asked.nonce, await approve(asked.request, signer, { vouchesFor: ["approval-1"] }));
  await ledger.close();

  console.log(`the same write: ${await call("write_file", { content: "version 2" })}`);
  console.log(`on disk: ${readFileSync(file("plan.txt"), "utf8")}`);
  console.log(`once more: ${await call("write_file", { content: "version 2" })}`);
} finally {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}

//> offered: read_text_file, write_file
//> read: version 1
//> write: PIC_EVIDENCE_REQUIRED: This action needs evidence and the proposal has none. It waits for an approval: make the same call again once it is signed.
//> on disk: version 1
//> the same write: Successfully wrote to /plan.txt
//> on disk: version 2
//> once more: PIC_EVIDENCE_REQUIRED: This action needs evidence and the proposal has none. It waits for an approval: make the same call again once it is signed.
