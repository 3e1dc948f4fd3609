import { describe, expect, it } from "vitest";
import { effectsOf } from "../../fixtures/effects-of.ts";

const effects: Readonly<Record<string, string>> = {
  "rsync -a src/ dst/": "read src/**, write dst/**",
  "rsync -a src host:dst": "network host, read src/**",
  "rsync -e ./x a b": "read a/**, run ./x, run rsync, write b/**",
  "rsync --delete a/ b/": "delete b, read a/**, write b/**",
};

describe("rsync", () => {
  it.each(Object.entries(effects))("finds the effects of %s: %s", (command, expected) => {
    expect(effectsOf(command).join(", ")).toBe(expected);
  });
});
