import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestContext } from "vitest";
import type { Wire } from "../../packages/agent/src/fixtures/strict-vendor/wire.ts";
import { eventSchema, type RunEvent } from "./event-schema.ts";

const bin = fileURLToPath(new URL("../../packages/cli/bin/toolwright.cjs", import.meta.url));
const fixture = fileURLToPath(new URL("../fixtures/agent-project", import.meta.url));

/** The key that the fake vendors want. */
export const key = "sk-test-5b8a1f0e7c2d49a6";

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Project {
  readonly folder: string;
  /** The folder of the person's files. */
  readonly home: string;
  read(path: string): string;
  /** Writes the person's settings. */
  settings(content: object): void;
  /** The changes that git sees. */
  changes(): string;
  toolwright(words: readonly string[], options?: StartOptions): Promise<Ran>;
}

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
  /** True if the reader of the standard output leaves once something has come. */
  readonly closesOutput?: boolean;
  /** Sends SIGINT once this text has been printed. */
  readonly interruptAt?: string;
}

/** A git repository with a failing test, and a home of its own. */
export function openProject({ onTestFinished }: TestContext): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agent-run-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [folder, home] = [join(base, "shop"), join(base, "home")];
  cpSync(fixture, folder, { recursive: true });
  mkdirSync(home);
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(base, "config"),
    XDG_STATE_HOME: join(base, "state"),
    XDG_DATA_HOME: join(base, "data"),
    LANG: "C.UTF-8",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
  };
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...words], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message=start");
  return {
    folder,
    home,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    settings: (content) => {
      mkdirSync(join(base, "config/toolwright"), { recursive: true });
      writeFileSync(join(base, "config/toolwright/settings.json"), JSON.stringify(content));
    },
    changes: () => git("status", "--porcelain", "--untracked-files=all", "--ignored"),
    toolwright: (words, options = {}) =>
      start(words, {
        cwd: folder,
        ...options,
        environment: { ...environment, ...options.environment },
      }),
  };
}

/** The words that choose a vendor's model at an address. */
export function modelWords({ vendor, model }: Wire, baseUrl: string): readonly string[] {
  return ["--model", `${vendor}/${model}`, "--base-url", baseUrl];
}

function start(
  words: readonly string[],
  { environment, stdin = "", cwd, interruptAt, closesOutput }: StartOptions,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...words], { cwd, env: environment ?? {} });
    const output = { stdout: "", stderr: "" };
    let isInterrupted = false;
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
        if (closesOutput === true && name === "stdout") child.stdout.destroy();
        if (isInterrupted || interruptAt === undefined || !output[name].includes(interruptAt))
          return;
        isInterrupted = true;
        child.kill("SIGINT");
      });
    }
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...output }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin);
  });
}

/**
 * The events of a run with `--json`.
 *
 * Errors: Error for everything that docs/agent.md does not promise.
 */
export function eventsOf({ stdout }: Ran): readonly RunEvent[] {
  if (!stdout.endsWith("\n"))
    throw new Error(`The output ends in the middle of a line: ${stdout.slice(-200)}`);
  const events = stdout
    .slice(0, -1)
    .split("\n")
    .map((line) => eventSchema.parse(JSON.parse(line)));
  for (const [at, { seq }] of events.entries()) {
    if (seq !== at + 1) throw new Error(`Event ${at + 1} has the number ${seq}.`);
  }
  const ends = events.filter(({ type }) => type === "session-end");
  if (ends.length !== 1 || events.at(-1)?.type !== "session-end")
    throw new Error("No end, or more than one.");
  return events;
}
