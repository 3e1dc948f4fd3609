import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type MemoryContext, memoryContext } from "../test/memory-context.ts";
import { main } from "./main.ts";

/** A program context in which reading the current folder throws an unexpected error. */
function broken(environment: Readonly<Record<string, string>> = {}): MemoryContext {
  return Object.defineProperty(memoryContext({ environment }), "cwd", {
    get: () => {
      throw new TypeError("boom \u001b[2J\nand its second line");
    },
  });
}

function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`it said ${code}`), { code })),
  });
}

describe("main", () => {
  it("prints an unexpected error in one line, and ends with 1", async () => {
    const program = broken();
    expect(await main(["doctor"], program)).toBe(1);
    expect(program.errors()).toBe(
      "toolwright: boom \\u{1b}[2J (unexpected; TOOLWRIGHT_DEBUG=1 shows where)\n",
    );
    expect(program.output()).toBe("");
  });

  it("shows the stack with TOOLWRIGHT_DEBUG", async () => {
    const program = broken({ TOOLWRIGHT_DEBUG: "1" });
    expect(await main(["doctor"], program)).toBe(1);
    expect(program.errors()).toMatch(/\n\s+at /);
  });

  it("ends the process when an error comes from nowhere, with one line", async () => {
    let tell: (thrown: unknown) => void = () => undefined;
    let listening = 0;
    const memory = memoryContext();
    const program = {
      ...memory,
      onStrayError(listener: typeof tell) {
        tell = listener;
        listening += 1;
        return () => {
          listening -= 1;
        };
      },
    };
    const ended = main(["--help"], program);
    tell(new Error("stray"));
    expect(memory.exits).toEqual([1]);
    expect(memory.errors()).toMatch(/^toolwright: stray \(unexpected; .*\)\n$/);
    expect(await ended).toBe(0);
    expect(listening).toBe(0);
  });

  it("fails when its output can't be written, but not when its reader has left", async () => {
    const full = { ...memoryContext(), stdout: failing("ENOSPC") };
    expect(await main(["--help"], full)).toBe(1);
    const memory = memoryContext();
    expect(await main(["--help"], { ...memory, stdout: failing("EPIPE") })).toBe(0);
    expect(memory.errors()).toBe("");
  });

  it("finds the command behind global flags, and its help wherever it is asked for", async () => {
    for (const argv of [
      ["--mode", "plan", "policy", "--workspace", "x", "check", "--help"],
      ["policy", "check", "-h"],
      ["help", "policy", "check"],
    ]) {
      const program = memoryContext();
      expect(await main(argv, program)).toBe(0);
      expect(program.output()).toMatch(/^toolwright policy check: /);
    }
  });

  it("says in one line that it needs a terminal when it has none", async () => {
    const program = memoryContext();
    expect(await main([], program)).toBe(2);
    expect(program.errors()).toMatch(/^toolwright: [^\n]*needs a terminal[^\n]*--help\n$/);
  });

  it.each([
    [["polcy", "list"], "Unknown command 'polcy list'. Did you mean 'policy list'? Commands: "],
    [["polcy"], "Unknown command 'polcy'. Did you mean 'policy'? Commands: "],
    [["policy", "foo"], "'policy' has no subcommand 'foo'. Known: explain, check, "],
    [["policy", "lst"], "'policy' has no subcommand 'lst'. Did you mean 'list'?"],
    [["help", "mcp", "srve"], "'mcp' has no subcommand 'srve'. Did you mean 'serve'?"],
    [
      ["xyzzy"],
      "Unknown command 'xyzzy'. Commands: call, run, conversations, tools, policy …, approve, approvals …, undo, ",
    ],
  ])("answers %j with the nearest command and a short list", async (argv, message) => {
    const program = memoryContext();
    expect(await main(argv, program)).toBe(2);
    expect(program.errors()).toContain(message);
    expect(program.errors().length).toBeLessThan(250);
  });

  it("names the commands of a group", async () => {
    const program = memoryContext();
    expect(await main(["policy", "--help"], program)).toBe(0);
    expect(program.output()).toContain("policy explain");
    expect(program.output()).not.toContain("doctor");
  });
});
