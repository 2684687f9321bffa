import * as fc from "fast-check";

// The same cases on every run: a test must not depend on the clock. New cases are the fuzzer's matter (`npm run fuzz`).
fc.configureGlobal({ seed: 20261001 });
