import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { cpus, platform, release } from "node:os";

/** The median of some figures, and the spread of the middle half. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

export interface Contestant {
  readonly name: string;
  /** Does the work `times` times. */
  run(times: number): Promise<void> | void;
}

/**
 * Microseconds per operation of each contestant, interleaved round by round after a warm-up, so that a busy
 * moment affects all equally.
 */
export async function interleave(
  contestants: readonly Contestant[],
  { rounds, times }: { readonly rounds: number; readonly times: number },
): Promise<ReadonlyMap<string, Spread>> {
  const figures = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (const contestant of contestants) await contestant.run(Math.ceil(times / 2));
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      const start = performance.now();
      await contestant.run(times);
      figures.get(contestant.name)?.push(((performance.now() - start) * 1_000) / times);
    }
  }
  return new Map(Array.from(figures, ([name, list]) => [name, spreadOf(list)]));
}

/** The environment of the figures. */
export function describeMachine(): string {
  const [first] = cpus();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return (
    `${first?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${platform()} ${release()}, ` +
    `Node ${process.version}, commit ${commit}`
  );
}

/** The file in which `npm run bench` wants each table and goal, a line of JSON each; undefined if run alone. */
const recordFile = process.env["TOOLWRIGHT_BENCH_RECORD"];

function record(figures: object): void {
  if (recordFile === undefined) return;
  const benchmark = basename(process.argv[1] ?? "", ".ts");
  appendFileSync(recordFile, `${JSON.stringify({ benchmark, ...figures })}\n`);
}

export function table(rows: readonly (readonly string[])[]): string {
  record({ table: rows });
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Reports whether a goal is met, and makes the program fail if not. */
export function goal(what: string, value: number, limit: number, unit: string): void {
  const holds = value <= limit;
  record({ goal: what, value, limit, unit, holds });
  console.log(
    `${holds ? "holds " : "BROKEN"}  ${what}: ${value.toFixed(2)} ${unit} (at most ${limit} ${unit})`,
  );
  if (!holds) process.exitCode = 1;
}
