// Runs every file of examples/ against the sources and shows what it prints, which must be what its last comment block says (`//> ...`). In its
// folders a file without such a block is a part of an example.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../examples/", import.meta.url));
const hooks = fileURLToPath(new URL("./typescript.js", import.meta.url));
let passed = 0;
let failed = 0;

for (const name of readdirSync(folder, { encoding: "utf8", recursive: true })
  .filter((file) => file.endsWith(".ts"))
  .sort()) {
  const text = readFileSync(`${folder}${name}`, "utf8");
  if (name.includes("/") && !text.includes("\n//> ")) continue;
  const says = [...text.matchAll(/^\/\/> ?(.*)$/gm)].map(([, line]) => line).join("\n");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", hooks, `${folder}${name}`], {
    encoding: "utf8",
    timeout: 60_000,
  });
  console.log(`examples/${name}\n${stdout.trimEnd().replace(/^/gm, "  ")}\n`);
  if (status === 0 && says !== "" && stdout.trimEnd() === says) passed += 1;
  else {
    failed += 1;
    console.error(`examples/${name}: exit ${status}\n--- should print\n${says}\n--- on stderr\n${stderr}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
