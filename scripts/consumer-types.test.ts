import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packageFolders, root, runTool } from "./repository.ts";

/** The strictest flags that a user's project may have. */
const strictest = {
  target: "es2024",
  lib: ["es2024"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ["node"],
};

/** What the compiler says about a user's project, on the built packages. */
async function compile(
  files: Readonly<Record<string, string>>,
  options: { readonly skipLibCheck: boolean; readonly include: readonly string[] },
): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-consumer-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { include, ...flags } = options;
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const config = { compilerOptions: { ...strictest, ...flags }, include };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (await runTool("tsc", ["-p", folder], { isQuiet: true })).output;
}

/** The names under which users import what is published. */
function entries(): readonly string[] {
  return packageFolders().flatMap((folder) => {
    const text = readFileSync(join(root, folder, "package.json"), "utf8");
    const { name, exports } = JSON.parse(text) as { name: string; exports: object };
    return Object.entries(exports).flatMap(([path, target]) =>
      typeof target === "object" && target !== null && "types" in target ? [join(name, path)] : [],
    );
  });
}

const timeout = 120_000;

test("the declarations of every entry are valid in a strict project that checks them", {
  timeout,
}, async () => {
  const imports = entries().map((name, at) => `export * as entry${at} from "${name}";`);
  expect(imports.length).toBeGreaterThan(15);
  const files = { "entries.ts": imports.join("\n") };
  expect(await compile(files, { skipLibCheck: false, include: ["*.ts"] })).toBe("");
});

test("the examples are valid in a strict project, and a program that isn't is refused", {
  timeout,
}, async () => {
  const include = [join(root, "examples"), "*.ts"];
  const wrong = `import type { AgentEvent } from "toolwright";
export function text(event: AgentEvent): string {
  if (event.type === "session-end") return event.text;
  if (event.type === "invocation-end") return event.outcome.tool;
  return event.text;
}
`;
  const output = await compile({ "wrong.ts": wrong }, { skipLibCheck: true, include });
  expect(output.match(/error TS.*/g)).toEqual([
    expect.stringContaining("Property 'text' does not exist on type"),
  ]);
});
