import { runVectors, type VectorSource } from "../../src/vectors/index.js";
import { libraryPort } from "../vectors/library-port.js";

/** The twin of a case may stand in a file that is not run yet; test/vectors holds twins. */
const TWIN = /^its twin \S+ does not exist$/;

/**
 * What the vectors say of the sources that this is bundled with: the first difference, or null where all pass. Begins with
 * the files of one folder.
 */
export async function firstDifference(sources: readonly VectorSource[], folder: string): Promise<string | null> {
  const port = libraryPort();
  const isFirst = ({ name }: VectorSource): boolean => name.startsWith(`${folder}/`);
  for (const source of [...sources.filter(isFirst), ...sources.filter((one) => !isFirst(one))]) {
    const { failures } = await runVectors([source], port, []);
    const found = failures.find(({ message }) => !TWIN.test(message));
    if (found !== undefined) return `${found.id ?? found.file}: ${found.message}`;
  }
  return null;
}
