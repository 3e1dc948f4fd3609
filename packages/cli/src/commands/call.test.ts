import { describe, expect, test } from "vitest";
import {
  type CommandBench,
  commandBench,
  projectPath,
  userPath,
} from "../../test/command-bench.ts";

function benchWithFiles(): CommandBench {
  const bench = commandBench();
  bench.put("README.md", "the first line\n");
  bench.put("a=b.txt", "odd name\n");
  return bench;
}

describe("values without a key", () => {
  test.each([
    [["read_file", "README.md"], "the first line"],
    [["read_file", "./a=b.txt"], "odd name"],
    [["run_command", "echo one=1 'two  2'", "--yes"], "one=1 two  2"],
    [["write_file", "new.txt", "some words", "--yes"], "new.txt"],
    [["write_file", "content=x", "other.txt", "--yes"], "other.txt"],
  ])("%j: they go to the required arguments in order", async (argv, shown) => {
    expect(await benchWithFiles().run("call", ...argv)).toMatchObject({
      status: 0,
      output: expect.stringContaining(shown),
    });
  });

  test("name the extra one, with what to do", async () => {
    const { status, errors } = await benchWithFiles().run("call", "run_command", "ls", "-a");
    expect([status, errors]).toEqual([2, expect.stringContaining("Unknown flag '-a'")]);
    const words = await benchWithFiles().run("call", "run_command", "git", "status");
    expect([words.status, words.errors]).toEqual([
      2,
      expect.stringContaining("'status' isn't key=value, and all required arguments have a value."),
    ]);
  });

  test("go to the same arguments when a call is explained", async () => {
    const { output } = await benchWithFiles().run("policy", "explain", "read_file", "README.md");
    expect(output).toMatch(/^read_file: allow/);
  });
});

describe("one tool", () => {
  test.each([
    ["tools", "write_file"],
    ["call", "write_file", "--help"],
  ])("is shown with its arguments by %s", async (...argv) => {
    const { status, output } = await commandBench().run(...argv);
    expect(status).toBe(0);
    expect(output).toMatch(/^Write file {2}write_file {2}edit\n/);
    expect(output).toMatch(/^ {2}content string, required +\S/m);
  });

  test("is declared alone, in any dialect", async () => {
    const bench = commandBench();
    const { output } = await bench.run("tools", "read_file", "--dialect", "anthropic", "--json");
    const { tools } = JSON.parse(output) as { tools: Record<string, unknown>[] };
    expect(tools.map(({ name }) => name)).toEqual(["read_file"]);
    expect(tools[0]).toHaveProperty("input_schema");
  });

  test("that isn't there is answered with the nearest", async () => {
    const { status, errors } = await commandBench().run("tools", "raed_file");
    expect([status, errors]).toEqual([2, expect.stringContaining("Did you mean read_file")]);
  });

  test("without a name, call --help is the help of the command", async () => {
    expect((await commandBench().run("call", "--help")).output).toMatch(/^toolwright call: /);
  });
});

test("settings of a project that can't be read stop a call, and name the way on", async () => {
  const bench = benchWithFiles();
  bench.put(projectPath, { rules: [], fromTheFuture: true });
  const stopped = await bench.run("call", "read_file", "README.md");
  expect([stopped.status, stopped.errors]).toEqual([
    2,
    expect.stringMatching(
      /settings\.json:1:\d+: .*fromTheFuture.*\n.*--no-project-settings, .*\n$/,
    ),
  ]);
  const reading = ["call", "read_file", "README.md", "--no-project-settings"];
  expect(await bench.run(...reading)).toMatchObject({ status: 0, errors: "" });
  bench.put(userPath, "{");
  const own = await bench.run(...reading);
  expect([own.status, own.errors]).toEqual([2, expect.not.stringContaining("--no-project")]);
});

describe("a single call", () => {
  test("starts no command in the background, and says where one can be", async () => {
    const bench = commandBench();
    const command = "touch started; sleep 60";
    const argv = ["call", "run_command", command, "background=true", "--yes"];
    const { status, errors } = await bench.run(...argv);
    expect([status, errors]).toEqual([2, expect.stringContaining("toolwright call --stdin")]);
    expect(() => bench.read("started")).toThrow("ENOENT");
    const asked = await bench.run("call", "command_output", "id=cmd_1");
    expect(asked.errors).toContain("'cmd_1': a single call can't start one.");
  });

  test("has a time in milliseconds to three decimals", async () => {
    const { output } = await benchWithFiles().run("call", "read_file", "README.md", "--json");
    const { durationMs } = JSON.parse(output) as { durationMs: number };
    expect(durationMs).toBe(Number(durationMs.toFixed(3)));
  });
});

describe("a program", () => {
  const write = "await tools.write_file({ path: 'a.txt', content: 'x' })";

  test.each([
    ["ends by a refusal", `${write};`, 3],
    ["catches a refusal", `try { ${write}; } catch { return 1; }`, 0],
    [
      "catches a refusal and fails by itself",
      `try { ${write}; } catch { throw new Error("no"); }`,
      1,
    ],
    ["ends by a failed call", "await tools.read_file({ path: 'none.txt' });", 1],
  ])("that %s exits with what that means", async (_title, code, status) => {
    expect(await commandBench().run("call", "run_program", `code=${code}`)).toMatchObject({
      status,
    });
  });
});
