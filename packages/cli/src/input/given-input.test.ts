import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verbatim } from "@toolwright/core/internal";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoryContext, memoryContext } from "../../test/memory-context.ts";
import { parseArguments } from "../arguments/arguments.ts";
import { givenInput, maxInputBytes } from "./given-input.ts";

let cwd: string;
let program: MemoryContext;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "given-input-"));
  program = memoryContext({ cwd });
});

afterEach(() => rmSync(cwd, { recursive: true }));

const given = (...argv: readonly string[]): Promise<string | null> => {
  const parsed = parseArguments(argv, { input: { value: "JSON", summary: verbatim("") } }, "x");
  return givenInput(parsed, parsed.positionals, program);
};

describe("givenInput", () => {
  it("is null for pairs, and the text itself otherwise, broken or not", async () => {
    expect(await given("a=b")).toBeNull();
    expect(await given("--input", "{broken")).toBe("{broken");
  });

  it("reads standard input and files, with characters cut into pieces", async () => {
    const bytes = Buffer.from('{"a":"zwei ü"}');
    const reading = given("--input", "-");
    program.stdin.write(bytes.subarray(0, 12));
    program.stdin.end(bytes.subarray(12));
    expect(await reading).toBe('{"a":"zwei ü"}');
    writeFileSync(join(cwd, "in.json"), bytes);
    expect(await given("--input", "@in.json")).toBe('{"a":"zwei ü"}');
  });

  it("refuses both ways at once, folders, missing files and what isn't UTF-8", async () => {
    await expect(given("--input", "{}", "a=b")).rejects.toThrow("not both ('a=b')");
    await expect(given("--input", "@.")).rejects.toThrow("is a folder");
    await expect(given("--input", "@none.json")).rejects.toThrow("the file doesn't exist");
    writeFileSync(join(cwd, "latin.json"), Buffer.from([0x22, 0xfc, 0x22]));
    await expect(given("--input", "@latin.json")).rejects.toThrow("isn't UTF-8 text");
  });

  it("stops reading beyond what an input may have, also of a device without an end", async () => {
    await expect(given("--input", "@/dev/zero")).rejects.toThrow(
      `'/dev/zero' exceeds ${maxInputBytes.toLocaleString("en")} bytes`,
    );
  });
});
