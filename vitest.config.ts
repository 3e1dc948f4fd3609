import { availableParallelism } from "node:os";
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
      "e2e/**/*.test.ts",
      "scripts/**/*.test.ts",
      "examples/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**"],
    environment: "node",
    // eventsource has a "source" of its own, in TypeScript, which Node doesn't read below node_modules.
    server: { deps: { inline: [/@modelcontextprotocol[\\/](?:client|sdk)/, /eventsource/] } },
    pool: "forks",
    // Tests wait for processes half of their time.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
