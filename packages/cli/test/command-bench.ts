import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Language } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { main } from "../src/main.ts";
import { type MemoryContext, memoryContext } from "./memory-context.ts";

export interface Ran {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** A separate home, state directory and workspace for the command line. */
export interface CommandBench {
  readonly workspace: string;
  readonly home: string;
  /** Writes a file: `~/…` below home, otherwise below the workspace. Returns its path. */
  put(path: string, content: unknown): string;
  read(path: string): string;
  run(...argv: readonly string[]): Promise<Ran>;
  /** As `run`, with this standard input, or at a terminal with this typed, and with more variables. */
  runWith(
    input: {
      readonly stdin?: string;
      readonly typed?: string;
      readonly environment?: Readonly<Record<string, string>>;
    },
    ...argv: readonly string[]
  ): Promise<Ran>;
}

/** `language`: the person's; English by default. */
export function commandBench(language?: Language): CommandBench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "command-bench-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const workspace = join(folder, "work");
  const home = join(folder, "home");
  for (const path of [workspace, home]) mkdirSync(path);
  const pathOf = (path: string): string =>
    path.startsWith("~/") ? join(home, path.slice(2)) : join(workspace, path);
  const bench: CommandBench = {
    workspace,
    home,
    put(path, content) {
      const full = pathOf(path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, typeof content === "string" ? content : JSON.stringify(content));
      return full;
    },
    read: (path) => readFileSync(pathOf(path), "utf8"),
    run: (...argv) => bench.runWith({}, ...argv),
    async runWith({ stdin, typed, environment }, ...argv) {
      const program: MemoryContext = memoryContext({
        cwd: workspace,
        environment: { HOME: home, PATH: process.env["PATH"], TERM: "dumb", ...environment },
        isTerminal: typed !== undefined,
        ...(language !== undefined && { language }),
        administratorFile: join(folder, "etc", "settings.json"),
      });
      program.stdin.end(stdin ?? typed ?? "");
      const status = await main(argv, program);
      return { status, output: program.output(), errors: program.errors() };
    },
  };
  return bench;
}

/** The path of the administrator's settings, for `put`. */
export const administratorPath = "../etc/settings.json";
export const userPath = "~/.config/toolwright/settings.json";
export const projectPath = ".toolwright/settings.json";
