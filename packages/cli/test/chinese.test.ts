import { expect, it } from "vitest";
import { personLanguage } from "../src/language/person-language.ts";
import { commandBench } from "./command-bench.ts";
import { englishIn } from "./english-in.ts";

const chinese = await personLanguage("zh");

/** What a person sees of the command that isn't Chinese, but for the result, which is the model's, and keys. */
function unspoken({
  output,
  errors,
}: {
  readonly output: string;
  readonly errors: string;
}): readonly string[] {
  const result = "Deleted the file 'a.txt'.";
  return englishIn((output + errors).replaceAll(result, "").replaceAll(/^  [ynaesc] /gm, ""));
}

it("tells a person everything in Chinese", async () => {
  const bench = commandBench(chinese);
  bench.put(".env", "KEY=value\n");
  bench.put("a.txt", "one\n");
  bench.put(".toolwright/settings.json", { rules: [{ allow: "run(npm test *)" }] });
  const commands: readonly (readonly string[])[] = [
    ["doctor"],
    ["policy", "list"],
    ["policy", "explain", "npm test && sed -f x a.txt"],
    ["policy", "check", "curl http://a.example/$X"],
    ["policy", "trust", "--yes"],
    ["policy", "grant", "read(.env)", "--protected"],
    ["policy", "revoke", "--all"],
    ["policy", "simulate"],
    ["undo"],
    ["redo"],
    ["journal"],
    ["journal", "show", "1"],
    ["journal", "sessions"],
    ["journal", "prune"],
    ["mcp", "list"],
    ["mcp", "add", "x", "--url", "https://a.example/mcp"],
    ["mcp", "remove", "x"],
    ["call", "read_file", "path=.env"],
    ["call", "write_file", "path=.git/config", "content=x"],
    ["policy", "untrust"],
    ["nonsense"],
    ["journal", "show"],
    ["undo", "7", "8"],
  ];
  // So that the journal has something to show and to undo.
  expect(await bench.run("call", "delete_path", "path=a.txt", "--yes", "--json")).toMatchObject({
    status: 0,
  });
  for (const argv of commands) {
    expect({ argv, unspoken: unspoken(await bench.run(...argv)) }).toEqual({ argv, unspoken: [] });
  }
});

it("prompts in Chinese, and takes the same keys", async () => {
  const bench = commandBench(chinese);
  bench.put("a.txt", "one\n");
  const ran = await bench.runWith({ typed: "n\n" }, "call", "delete_path", "path=a.txt");
  expect(ran.status).toBe(3);
  expect(ran.errors).toContain("删除 a.txt");
  expect(ran.errors).toContain("允许吗？");
  expect(unspoken({ output: "", errors: ran.errors })).toEqual([]);
});

it("writes the same JSON in every language", async () => {
  const [inEnglish, inChinese] = await Promise.all(
    [commandBench(), commandBench(chinese)].map(async (bench) => {
      bench.put("a.txt", "one\n");
      const { output } = await bench.run("call", "delete_path", "path=a.txt", "--json");
      return JSON.parse(output.replaceAll(bench.workspace, "/work")) as Record<string, unknown>;
    }),
  );
  expect({ ...inChinese, durationMs: 0 }).toEqual({ ...inEnglish, durationMs: 0 });
});

it("tells a model about a refusal in English", async () => {
  const bench = commandBench(chinese);
  bench.put("a.txt", "one\n");
  await bench.run("call", "delete_path", "path=a.txt");
  const [entry] = (await bench.run("journal", "--json")).output.trim().split("\n");
  const { outcome } = JSON.parse(entry ?? "") as {
    outcome: { content: unknown; display: { text: string } };
  };
  expect(JSON.stringify(outcome.content)).toContain("needs a person's approval");
  expect(JSON.stringify(outcome.content)).not.toMatch(/\p{Script=Han}/u);
  expect(outcome.display.text).toContain("需要批准");
});

it("gives the place of a mistake in the settings in Chinese as well", async () => {
  const bench = commandBench(chinese);
  const path = bench.put("~/.config/toolwright/settings.json", '{\n  "mode": "fast"\n}\n');
  const { status, errors } = await bench.run("doctor");
  expect(status).toBe(1);
  const other = await bench.run("policy", "list");
  expect(other.status).toBe(2);
  expect(other.errors).toContain(`${path}:2:11: 'mode' 的值是“fast”。`);
  expect(englishIn(errors + other.errors)).toEqual([]);
});
