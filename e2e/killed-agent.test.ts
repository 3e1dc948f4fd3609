import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { repetitions } from "@toolwright/testing/internal";
import { describe, expect, it, type TestContext } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const stubborn = fileURLToPath(new URL("./fixtures/stubborn-server.mjs", import.meta.url));

const languageServer = new URL(
  "../packages/tools/src/language-servers/fixtures/fake-server.ts",
  import.meta.url,
);

/** A file is whole if all its lines are alike. */
const content = (letter: string): string => `${letter.repeat(60)}\n`.repeat(200);

interface World {
  readonly folder: string;
  readonly work: string;
  /** A number of seconds that no other process sleeps. */
  readonly token: string;
  start(...words: readonly string[]): ChildProcess;
  run(...words: readonly string[]): Promise<Ran>;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let worlds = 0;

function openWorld(sandbox: "preferred" | "off", { onTestFinished }: TestContext): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "killed-agent-")));
  worlds += 1;
  const token = `${9_000_000 + (process.pid % 100_000)}.${worlds}`;
  const [work, temporary] = [join(folder, "work"), join(folder, "tmp")];
  for (const path of [work, temporary, join(folder, "home")]) mkdirSync(path);
  const put = (path: string, value: object): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  put("config/toolwright/settings.json", {
    shell: { sandbox },
    rules: [{ allow: "run(*)" }, { allow: "mcp(stubborn/*)" }],
    languageServers: {
      fake: {
        command: "sh",
        args: ["-c", `sleep ${token} & exec node server.mjs`],
        extensions: [".fake"],
      },
    },
    mcpServers: { stubborn: { command: process.execPath, args: [stubborn, token] } },
  });
  // The sandbox shows no temporary directory, so the server is a file of the workspace.
  const program = stripTypeScriptTypes(readFileSync(languageServer, "utf8"));
  writeFileSync(join(work, "server.mjs"), program);
  put("steps.json", { steps: stepsFor(token) });
  put("last.json", { steps: [{ text: "I have looked." }] });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(folder, "home"),
    TMPDIR: temporary,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  const start = (...words: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [bin, ...words], { cwd: work, env });
    child.stdin.end();
    return child;
  };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    work,
    token,
    start,
    async run(...words) {
      const child = start(...words);
      let [stdout, stderr] = ["", ""];
      child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      const [status] = (await once(child, "close")) as [number | null];
      return { status, stdout, stderr };
    },
  };
}

/** Writes that a language server checks, commands in front and behind, sessions of their own, an MCP server, a sub-agent. */
function stepsFor(token: string): readonly object[] {
  const write = (letter: string) => ({
    name: "write_file",
    input: { path: "a.fake", content: content(letter) },
  });
  const command = (line: string, background = false) => ({
    name: "run_command",
    input: { command: line, background },
  });
  return [
    {
      when: "Work.",
      text: "I begin.",
      calls: [write("A"), command(`setsid sleep ${token} & sleep ${token}`, true)],
    },
    { text: "A server.", calls: [{ name: "mcp__stubborn__answer", input: {} }] },
    {
      calls: [
        { name: "read_file", input: { path: "a.fake", limit: 3 } },
        command("sleep 0.2; echo one >> log.txt"),
      ],
    },
    {
      calls: [
        write("B"),
        { name: "delegate_task", input: { agent: "general", task: "Help." } },
        command(`setsid sleep ${token} & sleep 0.2`),
      ],
    },
    {
      when: "Help.",
      calls: [command(`(setsid sleep ${token} &) ; sleep 0.2; echo two >> log.txt`)],
    },
    { calls: [{ name: "finish_task", input: { success: true, summary: "Helped." } }] },
    { calls: [write("C"), command("sleep 0.2")] },
    { text: "All done." },
  ];
}

const inState = (world: World, path: string): readonly string[] => {
  const folder = join(world.folder, "state/toolwright", path);
  return existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : [];
};

/** The living processes that belong to the world: by their words, folder or environment. */
function living({ folder, token }: World): readonly string[] {
  return readdirSync("/proc").flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const words = readFileSync(`/proc/${id}/cmdline`, "latin1");
      const facts = [
        words,
        readFileSync(`/proc/${id}/environ`, "latin1"),
        readlinkSync(`/proc/${id}/cwd`),
      ];
      const isOurs = facts.some((fact) => fact.includes(folder)) || words.includes(token);
      return isOurs && words !== "" ? [`${id} ${words.replaceAll("\0", " ").slice(0, 200)}`] : [];
    } catch {
      return [];
    }
  });
}

async function untilGone(world: World): Promise<void> {
  // The watchdog needs a moment. A process that stays fails the test.
  for (let round = 0; round < 200; round += 1) {
    if (living(world).length === 0) return;
    await delay(50);
  }
  expect(living(world)).toEqual([]);
}

/** Resolves once the agent, its watchdog, the server and its child, and at least one command live. */
async function untilBusy(world: World): Promise<void> {
  for (let round = 0; round < 1_000; round += 1) {
    if (living(world).length > 4) return;
    await delay(10);
  }
  expect(living(world).length).toBeGreaterThan(4);
}

/** A generator of numbers from 0 to 1, the same for each seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const task = (world: World): readonly string[] => [
  "run",
  "Work.",
  "--model",
  `scripted/${join(world.folder, "steps.json")}`,
  "--mode",
  "auto",
  "--yes",
];

async function resume(world: World): Promise<Ran> {
  const model = `scripted/${join(world.folder, "last.json")}`;
  return world.run("run", "--resume", "last", "What is there?", "--model", model);
}

async function expectTruth(world: World): Promise<void> {
  const { stdout, status } = await world.run("journal", "--json", "--limit", "100");
  if (status === 0) {
    const entries = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { status: string });
    expect(entries.map((entry) => entry.status)).not.toContain("open");
  }
  const path = join(world.work, "a.fake");
  if (existsSync(path)) {
    expect(["A", "B", "C"].map(content)).toContain(readFileSync(path, "utf8"));
  }
  // The watchdog may still be at work.
  for (let round = 0; round < 200 && litterIn(world).length > 0; round += 1) await delay(50);
  expect(litterIn(world)).toEqual([]);
}

/** The litter of a run in the folder. Mount points with a claim don't count: the next sandbox removes them. */
function litterIn({ work }: World): readonly string[] {
  return unknownIn(work).filter((name) => {
    const inside = listOrNone(join(work, name));
    return inside.length === 0 || !inside.every((each) => each.startsWith(".toolwright-sandbox-"));
  });
}

function unknownIn(work: string): readonly string[] {
  return readdirSync(work).filter((name) => !["a.fake", "log.txt", "server.mjs"].includes(name));
}

function listOrNone(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

describe.skipIf(process.platform !== "linux")("an agent that is killed at any moment", () => {
  it.concurrent.for(["preferred", "off"] as const)(
    "leaves no process, a journal that is true and a conversation that goes on (sandbox: %s)",
    { timeout: 600_000 },
    async (sandbox, context) => {
      const world = openWorld(sandbox, context);
      const begun = performance.now();
      const whole = await world.run(...task(world));

      expect(whole).toMatchObject({ status: 0, stdout: "All done.\n" });
      const wholeMs = performance.now() - begun;
      await untilGone(world);
      const temporary = readdirSync(join(world.folder, "tmp"));
      const seed = Number(process.env["KILL_SEED"] ?? 1);
      const next = random(seed);
      for (let round = 1; round <= repetitions(16); round += 1) {
        const afterMs = next() * wholeMs;
        const child = world.start(...task(world));
        const closed = once(child, "exit");
        if (round === 1) await untilBusy(world);
        else await delay(afterMs);
        child.kill("SIGKILL");
        await closed;
        await untilGone(world);
        const ran = await resume(world);
        expect({ seed, round, afterMs, ...ran }).toMatchObject({
          status: 0,
          stdout: "I have looked.\n",
        });
        await untilGone(world);
        await expectTruth(world);
        expect(inState(world, "processes")).toEqual([]);
      }
      // The next command removes what killed ones left.
      expect(await world.run(...task(world))).toMatchObject({ status: 0 });
      await untilGone(world);
      expect(readdirSync(join(world.folder, "tmp"))).toEqual(temporary);
      expect(unknownIn(world.work)).toEqual([]);
    },
  );
});
