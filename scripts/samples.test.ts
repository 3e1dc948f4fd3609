import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPolicy } from "@toolwright/core";
import { parseSettings, policyFromSettings } from "@toolwright/runtime/internal";
import { expect, onTestFinished, test } from "vitest";
import { parseArguments } from "../packages/cli/src/arguments/arguments.ts";
import { commands } from "../packages/cli/src/arguments/command-table.ts";
import { root, runTool } from "./repository.ts";

interface Sample {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");

const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)];
const samples: readonly Sample[] = pages.flatMap((page) =>
  [...read(page).matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    page,
    language,
    text,
  })),
);

function samplesIn(...languages: readonly string[]): readonly Sample[] {
  return samples.filter(({ language }) => languages.includes(language));
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "toolwright-samples-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The names that a page's program takes from its surroundings. */
const surroundings: Readonly<Record<string, string>> = {
  "docs/agent.md": `import type { Agent } from "toolwright";
declare const agent: Agent;
declare function show(steps: readonly unknown[]): void;`,
  "docs/approvals.md": `declare const [text, pem]: [string, string];
declare const chat: {
  post(id: string, text: string): Promise<void>;
  latest(id: string): Promise<string | null>;
};`,
};

test("programs are those of the examples, which run, or compile", {
  timeout: 120_000,
}, async () => {
  const regions = readdirSync(join(root, "examples"))
    .filter((name) => name.endsWith(".ts"))
    .flatMap(
      (name) => /#region readme\n([^]*?)\/\/ #endregion/.exec(read(`examples/${name}`))?.[1] ?? [],
    );
  const programs = samplesIn("ts", "js").filter(
    ({ page, text }) =>
      // The program of a model has its own test.
      page !== "docs/programs.md" && !regions.some((region) => region.trimEnd() === text.trimEnd()),
  );
  expect(programs.length).toBeGreaterThan(2);
  const place = folder();
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  writeFileSync(join(place, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  writeFileSync(
    join(place, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.ts"] }),
  );
  for (const [at, { page, text }] of programs.entries()) {
    const name = `${page.replaceAll(/\W/g, "-")}-${at}.ts`;
    writeFileSync(join(place, name), `${surroundings[page] ?? ""}\n${text}`);
  }
  expect((await runTool("tsc", ["-p", place], { isQuiet: true })).output).toBe("");
});

test("the program of a model runs, and returns what the page says", () => {
  const [program] = samples.filter(
    ({ page, language }) => page === "docs/programs.md" && language === "ts",
  );
  const home = folder();
  const workspace = join(home, "work");
  mkdirSync(join(workspace, "src"), { recursive: true });
  writeFileSync(join(workspace, "src", "long.ts"), "// line\n".repeat(500));
  writeFileSync(join(workspace, "src", "short.ts"), "// line\n");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, "packages/cli/bin/toolwright.cjs"),
      "call",
      "run_program",
      "--input",
      "-",
      "--json",
    ],
    {
      cwd: workspace,
      input: JSON.stringify({ code: program?.text }),
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home },
    },
  );
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({
    status: "ok",
    structured: { printed: "1 of 2", value: [{ path: "src/long.ts", totalLines: 500 }] },
  });
});

test.each(samplesIn("jsonc"))("settings in $page are valid: $text", ({ page, text }) => {
  const whole = text.trimStart().startsWith("{") ? text : `{${text}}`;
  const file = parseSettings(whole, { path: page, layer: "user" });
  policyFromSettings([file], (layers) =>
    createPolicy({ layers, mode: "default", roots: ["/work"], home: "/home/ana" }),
  );
});

test.each(samplesIn("json"))("JSON in $page is valid: $text", ({ text }) => {
  const lines = text.includes("\n{") && !text.startsWith("{\n") ? text.trim().split("\n") : [text];
  // Lists that a page shortens.
  for (const line of lines) JSON.parse(line.replaceAll("[…]", "[]"));
});

/** Prints the words of each `toolwright`, and runs nothing: no other program is found. */
const shellStub = `toolwright() { printf '%s\\0' "$@"; printf '\\1'; }
npx() { [ "$1" = -y ] && shift; [ "$1" = toolwright ] && shift && toolwright "$@"; }
`;

const commandLines = samplesIn("sh", "console")
  .map(({ page, language, text }) => ({ page, text: language === "sh" ? text : typedIn(text) }))
  .filter(({ text }) => calls(text) > 0);

function calls(text: string): number {
  return text.match(/(?:^|[|;&]\s*|npx )toolwright /gm)?.length ?? 0;
}

/** The lines after a prompt, each with the ones that continue it. */
function typedIn(session: string): string {
  const lines = session.match(/^\$ (?:.*\\\n)*.*$/gm) ?? [];
  return lines.map((line) => line.slice(2)).join("\n");
}

test.each(commandLines)("commands in $page have only known names and flags: $text", ({ text }) => {
  const { stdout } = spawnSync("/bin/bash", ["--norc", "-c", shellStub + text], {
    cwd: folder(),
    encoding: "utf8",
    env: { PATH: "/nowhere" },
  });
  const called = stdout
    .split("\u0001")
    .filter((call) => call.endsWith("\0"))
    .map((call) => call.slice(0, -1).split("\0"));
  expect(called.length).toBe(calls(text));
  for (const words of called) {
    const spec =
      commands.find(({ name }) => name === words.slice(0, 2).join(" ")) ??
      commands.find(({ name }) => name === words[0]);
    if (spec === undefined) throw new Error(`There is no command '${words.join(" ")}'.`);
    const own = words.slice(spec.name.split(" ").length);
    parseArguments(own, spec.flags, spec.name);
  }
});
