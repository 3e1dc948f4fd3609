import { captureOutput } from "@toolwright/sandbox";
import { expect, it } from "vitest";
import { renderOutput } from "./render-output.ts";

function rendered(text: string): string {
  const captured = captureOutput({ headBytes: 100, tailBytes: 100, windowBytes: 0 });
  void captured.write(Buffer.from(text), "stdout");
  return renderOutput(captured.result(), null);
}

it("shows all of a short output as it is, without its last line end", () => {
  expect(rendered("one\ntwo\n\n")).toBe("one\ntwo");
  expect(rendered("")).toBe("");
});

it("shows whole lines, and counts the others", () => {
  const shown = rendered("a line\n".repeat(100));
  expect(shown.split("\n").filter((line) => line !== "a line")).toEqual([
    "[… 504 of 700 bytes (72 of 100 lines) left out. To see more, run it again with less output, or redirect it to a file.]",
  ]);
  expect(shown.split("\n")).toHaveLength(29);
});

it("shows whole words of an endless line, as half a word may be half a secret", () => {
  const [head = "", note = "", tail = ""] = rendered("secret-word ".repeat(100)).split("\n");
  expect(head).toBe("secret-word ".repeat(8));
  expect(note).toMatch(/^\[… 1,008 of 1,200 bytes \(0 of 1 line\) left out/);
  expect(tail).toBe("secret-word ".repeat(8));
});

it("cuts an endless word somewhere", () => {
  expect(rendered("x".repeat(1_000))).toMatch(/^x{100}\n\[… 800 of 1,000 bytes .*\]\nx{100}$/);
});
