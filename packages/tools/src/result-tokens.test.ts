import { afterAll, describe, expect, it } from "vitest";
import { countTokens } from "./fixtures/count-tokens.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join("");

const code = (count: number): string =>
  lines(
    count,
    (at) => `export const value${at} = compute(${at}, "name-${at}"); // session ${at % 7}`,
  );

const files: Readonly<Record<string, string>> = {
  "README.md": "# Project\n\nA short text.\n",
  "package.json": '{\n  "name": "project",\n  "type": "module"\n}\n',
  "src/short.ts": code(40),
  "src/long.ts": code(300),
  "src/huge.ts": code(8_000),
  ...Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`lib/part-${at % 20}/file-${at}.ts`, code(6)]),
  ),
  "build.log": lines(
    700,
    (at) =>
      `src/file-${at % 40}.ts(${at},7): error TS2322: Type 'A${at}' is not assignable to type 'B'.`,
  ),
  "color.log": lines(50, (at) => `\u001b[31mfailed\u001b[39m case ${at}`),
};

/** A call, and how many tokens its answer may take. */
const typical: readonly (readonly [tool: string, input: Record<string, unknown>, most: number])[] =
  [
    ["read_file", { path: "README.md" }, 30],
    ["read_file", { path: "src/short.ts" }, 1_100],
    ["read_file", { path: "src/long.ts" }, 8_500],
    ["read_many_files", { paths: ["README.md", "package.json", "src/short.ts"] }, 1_250],
    ["list_directory", { path: "." }, 120],
    ["list_directory", { path: "lib" }, 250],
    ["find_files", { pattern: "**/*.ts" }, 2_600],
    ["find_files", { pattern: "package.json" }, 30],
    ["search_text", { pattern: "session" }, 4_500],
    ["search_text", { pattern: "value299 =" }, 80],
    ["search_text", { pattern: "nowhere to be found" }, 50],
    ["search_text", { pattern: "failed", path: "color.log" }, 600],
    ["run_command", { command: "cat build.log" }, 10_500],
    ["run_command", { command: "cat src/huge.ts" }, 13_000],
    ["run_command", { command: "nonexistent-program" }, 60],
    ["run_command", { command: "true" }, 20],
    ["edit_file", { path: "src/short.ts", old_string: "compute(3,", new_string: "compute(4," }, 60],
    ["edit_file", { path: "src/short.ts", old_string: "is not there", new_string: "x" }, 80],
    ["write_file", { path: "new.txt", content: "text\n" }, 40],
    ["read_file", { path: "src/shrot.ts" }, 60],
  ];

const counted: string[] = [];
afterAll(() => {
  process.stdout.write(`Tokens of typical results:\n${counted.join("\n")}\n`);
});

describe("the answer of", () => {
  it.each(typical)("%s %j takes at most %i tokens", async (tool, input, most) => {
    const { call } = await openToolSession({ files });
    if (tool === "edit_file") await call("read_file", { path: "src/short.ts" });
    const outcome = await call(tool, input);
    const text = outcome.error === null ? textOf(outcome) : outcome.error.message;
    const tokens = countTokens(text);
    counted.push(`${String(tokens).padStart(7)}  ${tool} ${JSON.stringify(input)}`);
    expect(tokens).toBeLessThanOrEqual(most);
    // Nothing a model pays for without reading it.
    // oxlint-disable-next-line no-control-regex -- it is what is looked for
    expect(text).not.toMatch(/\u001b|\[… 0 lines/);
  });
});
