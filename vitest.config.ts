import { defineConfig } from "vitest/config";

export default defineConfig({
  // Sources are tested as written; the built package is tested by the packed-tarball checks.
  resolve: { conditions: ["source", "node"] },
  ssr: { resolve: { conditions: ["source", "node"], externalConditions: ["source", "node"] } },
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
