// Question: does interactive mode stay quick and small, however much a model and its commands say?
// Workload: the built program on a terminal of its own (100 x 30). A server on loopback streams Chat Completions.
//   1. A token that the server writes, until its text is on the screen.
//   2. Keys, typed every 150 ms, until they are on the screen: while a command prints 5 MB, and while the model writes 3.
//   3. 1,000 steps with 50 lines and a call each: the memory of the process, and the time of a step.
// Baseline: the goals themselves; for the steps the first tenth, with which the last is compared.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { RunningProcess } from "@toolwright/core/ports";
import { createProcessHost } from "@toolwright/sandbox";
import { describeMachine, goal, spreadOf, table } from "./support/measure.ts";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "toolwright-screen-"));
const workspace = mkdtempSync(join(tmpdir(), "toolwright-screen-work-"));
const steps = 1_000;
const linesPerStep = 50;
const megabytes = 5;
/** An answer of more than 4 MB is given up. */
const answerMegabytes = 3;

/** The server's reaction to the next request. */
let answer: (response: ServerResponse) => void | Promise<void> = (response) => end(response);

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    void answer(response);
  });
});

type Delta = { readonly content?: string; readonly tool_calls?: readonly object[] };

function send(response: ServerResponse, delta: Delta, finish: string | null = null): boolean {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return response.write(
    `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices })}\n\n`,
  );
}

function end(response: ServerResponse, finish = "stop"): void {
  send(response, {}, finish);
  const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
  response.end(`data: ${JSON.stringify({ id: "1", choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

/** A text that somebody waits for, and the end of what was shown since. */
interface Awaited {
  readonly text: string;
  readonly resolve: (at: number) => void;
  tail: string;
}

/** The program on its terminal. */
class Screen {
  readonly #awaited = new Set<Awaited>();
  #running: RunningProcess | null = null;

  set running(running: RunningProcess) {
    this.#running = running;
  }

  receive(text: string): void {
    const at = performance.now();
    for (const each of this.#awaited) {
      const shown = each.tail + text;
      each.tail = shown.slice(-each.text.length);
      if (!shown.includes(each.text)) continue;
      this.#awaited.delete(each);
      each.resolve(at);
    }
  }

  async type(keys: string): Promise<void> {
    await this.#running?.input?.write(keys);
  }

  /** Resolves to the time when the text is on the screen. */
  shows(text: string): Promise<number> {
    return new Promise((resolve) => this.#awaited.add({ text, resolve, tail: "" }));
  }

  async send(text: string): Promise<void> {
    await this.type(text);
    await wait(100);
    await this.type("\r");
  }

  get residentMb(): number {
    const [, kilobytes] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#running?.processId}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1_024;
  }
}

async function open(): Promise<Screen> {
  const { port } = server.address() as AddressInfo;
  const words = ["--model", "compatible/bench", "--base-url", `http://127.0.0.1:${port}/v1`];
  const screen = new Screen();
  const ready = screen.shows("/help");
  screen.running = await host.start({
    program: process.execPath,
    arguments: [bin, ...words, "--mode", "auto"],
    cwd: workspace,
    pty: { columns: 100, rows: 30 },
    environment: Object.fromEntries([
      ...["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map((name) => [
        name,
        folder,
      ]),
      ["TERM", "xterm-256color"],
    ] as const),
    onOutput: (chunk) => screen.receive(Buffer.from(chunk).toString()),
  });
  await ready;
  await wait(1_000);
  return screen;
}

const host = createProcessHost({ environment: process.env });

/** Characters that nothing else prints. */
let marks = 0x4e00;
const nextMark = (): string => String.fromCharCode((marks += 1));

async function firstTokens(screen: Screen): Promise<readonly number[]> {
  const figures: number[] = [];
  for (let round = 0; round < 25; round += 1) {
    const mark = nextMark();
    let sentAt = 0;
    answer = async (response) => {
      await wait(200);
      sentAt = performance.now();
      send(response, { content: `${mark} and more` });
      await wait(100);
      end(response);
    };
    const shown = screen.shows(mark);
    await screen.send("Go.");
    figures.push((await shown) - sentAt);
    await wait(300);
  }
  return figures;
}

/** Types until a text is shown, and says how long each key took. */
async function keysUntil(screen: Screen, end: string): Promise<readonly number[]> {
  const figures: number[] = [];
  let isOver = false;
  const over = screen.shows(end).then(() => (isOver = true));
  while (!isOver) {
    const mark = nextMark();
    const shown = screen.shows(mark);
    const typedAt = performance.now();
    await screen.type(mark);
    figures.push((await shown) - typedAt);
    await screen.type("\u007f");
    await Promise.race([over, wait(100)]);
  }
  await wait(500);
  return figures;
}

async function keysWhileCommandPrints(screen: Screen): Promise<readonly number[]> {
  // In parts, as a build prints, so that it takes long enough for many keys.
  const part = `${"x".repeat(99)}\n`.repeat((megabytes * 1_000_000) / 100 / 50);
  writeFileSync(join(workspace, "part.txt"), part);
  const begun = screen.shows("xxxx");
  await screen.send("!for i in $(seq 50); do cat part.txt; sleep 0.05; done; echo 'It is' over");
  await begun;
  return keysUntil(screen, "It is over");
}

async function keysWhileModelWrites(screen: Screen): Promise<readonly number[]> {
  answer = async (response) => {
    const text = `${"Some words of a long answer. ".repeat(7)}\n\n`;
    for (let sent = 0; sent < answerMegabytes * 1_000_000; sent += text.length) {
      if (!send(response, { content: text })) {
        await new Promise<void>((resolve) => response.once("drain", () => resolve()));
      }
    }
    send(response, { content: "That is all." });
    end(response);
  };
  const begun = screen.shows("Some words");
  await screen.send("Write.");
  await begun;
  return keysUntil(screen, "That is all.");
}

interface LongRun {
  readonly peakMb: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

async function longRun(screen: Screen): Promise<LongRun> {
  const text = (step: number): string =>
    Array.from({ length: linesPerStep }, (_, index) => `- step ${step}, line ${index}\n`).join("");
  const times: number[] = [];
  let before = 0;
  let step = 0;
  answer = (response) => {
    const now = performance.now();
    if (before > 0) times.push(now - before);
    before = now;
    step += 1;
    send(response, { content: text(step) });
    if (step >= steps) {
      send(response, { content: "\nAll steps are done." });
      return end(response);
    }
    const input = JSON.stringify({ path: "notes.txt", offset: step });
    const call = { index: 0, id: `call_${step}`, type: "function" };
    send(response, {
      tool_calls: [{ ...call, function: { name: "read_file", arguments: input } }],
    });
    return end(response, "tool_calls");
  };
  let peakMb = 0;
  let isDone = false;
  const done = screen.shows("All steps are done.").then(() => (isDone = true));
  await screen.send("Work.");
  while (!isDone) {
    await Promise.race([done, wait(100)]);
    peakMb = Math.max(peakMb, screen.residentMb);
  }
  const tenth = steps / 10;
  return {
    peakMb,
    firstMs: spreadOf(times.slice(5, tenth)).median,
    lastMs: spreadOf(times.slice(-tenth)).median,
  };
}

function settings(): void {
  mkdirSync(join(folder, "toolwright"), { recursive: true });
  writeFileSync(
    join(folder, "toolwright", "settings.json"),
    JSON.stringify({
      models: [{ id: "compatible/bench", contextTokens: 100_000 }],
      agent: { maxSteps: 2 * steps, maxToolCalls: 2 * steps },
    }),
  );
}

const ms = (figure: number): string => `${figure.toFixed(1)} ms`;

function row(name: string, figures: readonly number[]): readonly string[] {
  const { median, high } = spreadOf(figures);
  return [name, ms(median), ms(high), ms(Math.max(...figures)), String(figures.length)];
}

server.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
settings();
writeFileSync(join(workspace, "notes.txt"), "A line of notes.\n".repeat(2 * steps));
try {
  const screen = await open();
  const tokens = await firstTokens(screen);
  const besideCommand = await keysWhileCommandPrints(screen);
  const besideModel = await keysWhileModelWrites(screen);
  const long = await longRun(await open());
  console.log(describeMachine());
  console.log(
    table([
      ["", "median", "three quarters", "largest", "count"],
      row("first token on the screen", tokens),
      row(`a key while a command prints ${megabytes} MB`, besideCommand),
      row(`a key while the model writes ${answerMegabytes} MB`, besideModel),
    ]),
  );
  console.log(
    table([
      [`${steps} steps, ${steps * linesPerStep} lines`, "first tenth", "last tenth", "peak memory"],
      ["a step", ms(long.firstMs), ms(long.lastMs), `${long.peakMb.toFixed(0)} MB`],
    ]),
  );
  goal("first token on the screen, median", spreadOf(tokens).median, 30, "ms");
  goal("a key while a command prints, three quarters", spreadOf(besideCommand).high, 50, "ms");
  goal("a key while the model writes, three quarters", spreadOf(besideModel).high, 50, "ms");
  goal("memory at its peak", long.peakMb, 300, "MB");
  goal("a last step against a first one", long.lastMs / long.firstMs, 2, "x");
} finally {
  await host.close();
  server.closeAllConnections();
  server.close();
  for (const each of [folder, workspace]) rmSync(each, { recursive: true, force: true });
}
