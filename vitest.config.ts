import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// `source` makes workspace packages resolve to their src, so unit tests need no build.
const conditions = ["source", "node", "module", "import", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["source", "node", "import", "default"] } },
  test: {
    include: [
      "packages/*/src/**/*.test.{ts,tsx}",
      "packages/*/test/**/*.test.{ts,tsx}",
      "editors/*/src/**/*.test.ts",
      "e2e/**/*.test.ts",
      "scripts/**/*.test.ts",
      "examples/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**"],
    environment: "node",
    // eventsource has a "source" of its own, in TypeScript, which Node doesn't read below node_modules.
    server: {
      deps: { inline: [/@modelcontextprotocol[\\/](?:client|sdk)/, /@ai-sdk/, /eventsource/] },
    },
    pool: "forks",
    // One process loads each module once for all its test files. So a test puts back what it changes of the process.
    isolate: false,
    // For tests that measure memory: what earlier tests left doesn't count.
    execArgv: ["--expose-gc"],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    env: {
      // Child processes that load our sources start in a third of the time.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node-compile"),
      // Whatever the machine's locale is.
      TOOLWRIGHT_LANG: "en",
    },
    // Tests wait for processes half of their time.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
