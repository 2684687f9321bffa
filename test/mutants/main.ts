// `npm run mutants [-- WORD]`: every mutant, or those whose name or file has the word. Exits 1 for a survivor or a stale text.
import { MUTANTS } from "./list.js";
import { runMutants, staleMutants } from "./run-mutants.js";

const [word = ""] = process.argv.slice(2);
const chosen = MUTANTS.filter(({ name, file }) => name.includes(word) || file.includes(word));
const stale = staleMutants(MUTANTS);
for (const line of stale) console.error(`stale     ${line}`);
if (stale.length > 0) process.exit(1);

const [baseline] = await runMutants([null]);
if (baseline?.killedBy !== null) {
  console.error(`The vectors fail on the sources as they are: ${baseline?.killedBy}`);
  process.exit(1);
}
const results = await runMutants(chosen, ({ name, killedBy }) =>
  console.log(killedBy === null ? `SURVIVED  ${name}` : `killed    ${name} (${killedBy})`),
);
const survivors = results.filter(({ killedBy }) => killedBy === null);
console.log(`${results.length - survivors.length} of ${results.length} mutants killed by the vectors`);
process.exit(survivors.length === 0 && results.length > 0 ? 0 : 1);
