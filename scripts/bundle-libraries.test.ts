import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type * as Core from "@toolwright/core";
import type * as Internal from "@toolwright/core/internal";
import { expect, test } from "vitest";
import { packageFolders, root } from "./repository.ts";

const libraries = packageFolders().filter((folder) => folder !== "packages/cli");

// Else an object that one entry made would be unknown to another: a private field, a brand, a cache.
test.each(libraries)("the entries of %s share every module", (folder) => {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
    exports: Record<string, { default: string }>;
  };
  const entries = Object.values(manifest.exports).map((entry) => join(root, folder, entry.default));
  const chunks = readdirSync(join(root, folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^chunks[\\/].*\.js$/.test(file))
    .map((file) => join(root, folder, "dist", file));
  // An entry that only exports has no code of its own, and no map.
  const files = [...entries, ...chunks].filter((file) =>
    readFileSync(file, "utf8").includes("sourceMappingURL"),
  );
  const modules = files.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8")) as { sources: string[] };
    return sources.map((source) => relative(root, join(dirname(file), source)));
  });
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((module, at) => modules.indexOf(module) !== at)).toEqual([]);
});

test("an object made through one entry is known to the others", async () => {
  // As built: from its sources every entry is the same anyway.
  const built = (entry: string): string => join(root, "packages", "core", "dist", `${entry}.js`);
  const core = (await import(built("index"))) as typeof Core;
  const internal = (await import(built("internal"))) as typeof Internal;
  let timesRead = 0;
  const input = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value: value as object }),
      jsonSchema: {
        input: () => {
          timesRead += 1;
          return { type: "object", properties: {} };
        },
        output: () => ({ type: "object" }),
      },
    },
  } as const;
  const description = "Looks.";
  const tool = core.defineTool({
    name: "look",
    kind: "read",
    description,
    input,
    execute: () => "",
  });
  await core.createRegistry().register([tool]);
  await internal.compileSchema(input, "the input");
  expect(timesRead).toBe(1);
});
