import { describe, expect, it } from "vitest";
import { builtinTools } from "./builtin-tools.ts";
import { defaultCommandLimits } from "./shell/command-limits.ts";
import { toolLoaders } from "./tool-loaders.ts";

describe("toolLoaders", () => {
  it("load each built-in tool under its own name, and no others", async () => {
    const loaded = await Promise.all(
      Object.values(toolLoaders).map((load) => load(defaultCommandLimits)),
    );
    expect(loaded).toEqual(builtinTools);
    expect(loaded.map(({ name }) => name)).toEqual(Object.keys(toolLoaders));
  });
});
