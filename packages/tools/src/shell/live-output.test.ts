import { describe, expect, it } from "vitest";
import { createLiveOutput } from "./live-output.ts";

describe("createLiveOutput", () => {
  it("puts characters together that are split between chunks, each stream for itself", () => {
    const sent: string[] = [];
    const live = createLiveOutput(
      (text) => sent.push(text),
      () => 0,
    );
    const fox = Buffer.from("🦊");
    live.push(fox.subarray(0, 2), "stdout");
    live.push(Buffer.from("err"), "stderr");
    live.push(fox.subarray(2), "stdout");
    live.end();
    expect(sent).toEqual(["err", "🦊"]);
  });

  it("sends only the beginning of a flood, says how much it held back, and goes on later", () => {
    const sent: string[] = [];
    let now = 0;
    const live = createLiveOutput(
      (text) => sent.push(text),
      () => now,
    );
    for (let index = 0; index < 1_000; index++) live.push(Buffer.alloc(1_024, "x"), "stdout");
    expect(sent.join("").length).toBe(64 * 1_024);
    now = 100;
    live.push(Buffer.from("later"), "stdout");
    live.end();
    expect(sent.slice(-2)).toEqual(["\n… 958 kB not shown live …\n", "later"]);
  });

  it("tells at the end what it held back", () => {
    const sent: string[] = [];
    const live = createLiveOutput(
      (text) => sent.push(text),
      () => 0,
    );
    live.push(Buffer.alloc(70_000, "x"), "stdout");
    live.end();
    expect(sent.at(-1)).toBe("\n… 4.5 kB not shown live …\n");
  });
});
