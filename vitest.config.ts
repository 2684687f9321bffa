import { defineConfig } from "vitest/config";

export default defineConfig({
  // Sources are tested as written; the built package is tested by the packed-tarball checks.
  resolve: { conditions: ["countersign-source", "node"] },
  ssr: { resolve: { conditions: ["countersign-source", "node"], externalConditions: ["countersign-source", "node"] } },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/seed-properties.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
