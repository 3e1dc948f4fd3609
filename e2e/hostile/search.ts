import { availableParallelism } from "node:os";
import { join } from "node:path";
import { grammarLine } from "./generate/grammar-lines.ts";
import { languageLine } from "./generate/language-lines.ts";
import { listingLine } from "./generate/listing-lines.ts";
import { createRandom, type Random } from "./generate/random.ts";
import { specificationLine } from "./generate/specification-lines.ts";
import type { Violation } from "./judge.ts";
import { openSubject, type Subject } from "./subject.ts";
import { plantWorld, type WorldKind } from "./world.ts";

export interface SearchOptions {
  /** A folder of its own, which is emptied. */
  readonly folder: string;
  readonly seconds: number;
  /** The maximum of lines that each lane makes. A seed gives the same lines on every machine. */
  readonly lines: number;
  readonly seed: number;
  /** Only lines that start with this program. */
  readonly program?: string;
  /** Whether commands run in the product's sandbox. Default: false. */
  readonly isConfined?: boolean;
}

/** The first of the commands of one program with the same violations. */
export interface Found {
  readonly command: string;
  readonly world: WorldKind;
  readonly violations: readonly Violation[];
  readonly times: number;
}

export interface SearchResult {
  readonly found: readonly Found[];
  readonly made: number;
  readonly allowed: number;
  readonly ran: number;
  readonly how: Subject["how"];
}

const kinds: readonly WorldKind[] = ["plain", "secrets", "hostile"];
/** After so many lines a lane moves to the other kind of project. */
const LINES_A_WORLD = 2_000;
/** A program that has run this often then runs once in ten times, to leave time for rare programs. */
const OFTEN = 40;

/** Makes, decides and runs command lines until the time is over, in one lane per core. */
export async function searchForViolations(options: SearchOptions): Promise<SearchResult> {
  const lanes = Array.from({ length: availableParallelism() }, (_, at) => new Lane(options, at));
  await Promise.all(lanes.map((lane) => lane.search()));
  const sum = (count: (lane: Lane) => number): number =>
    lanes.reduce((total, lane) => total + count(lane), 0);
  return {
    found: lanes.flatMap(({ found }) => [...found.values()]),
    made: sum(({ made }) => made),
    allowed: sum(({ allowed }) => allowed),
    ran: sum(({ ran }) => ran),
    how: lanes[0]?.how ?? "strace",
  };
}

class Lane {
  readonly found = new Map<string, Found>();
  made = 0;
  allowed = 0;
  ran = 0;
  how: Subject["how"] = "strace";
  readonly #options: SearchOptions;
  readonly #random: Random;
  readonly #folder: string;
  readonly #runs = new Map<string, number>();

  constructor(options: SearchOptions, lane: number) {
    this.#options = options;
    this.#random = createRandom(options.seed * 1_000 + lane);
    this.#folder = join(options.folder, `lane-${lane}`);
  }

  async search(): Promise<void> {
    const end = performance.now() + this.#options.seconds * 1_000;
    for (let turn = 0; this.#goesOn(end); turn += 1) {
      const kind = kinds[turn % kinds.length] ?? "plain";
      await this.#searchIn(kind, end);
    }
  }

  async #searchIn(kind: WorldKind, end: number): Promise<void> {
    const open = (): Promise<Subject> =>
      openSubject(plantWorld(this.#folder, kind), {
        isConfined: this.#options.isConfined === true,
      });
    let subject = await open();
    this.how = subject.how;
    for (let line = 0; line < LINES_A_WORLD && this.#goesOn(end); line += 1) {
      const command = this.#line();
      this.made += 1;
      if (!(await subject.isAllowed(command))) continue;
      this.allowed += 1;
      if (!this.#isItsTurn(command)) continue;
      this.ran += 1;
      const violations = await subject.run(command);
      if (violations.length === 0) continue;
      this.#keep({ command, world: kind, violations, times: 1 });
      await subject.close();
      subject = await open();
    }
    await subject.close();
  }

  #goesOn(end: number): boolean {
    return this.made < this.#options.lines && performance.now() < end;
  }

  #keep(found: Found): void {
    const ways = found.violations.map(({ kind, call }) => `${kind} ${call}`);
    const key = [found.command.split(/\s/, 1)[0], ...new Set(ways)].join(" ");
    const known = this.found.get(key);
    this.found.set(key, known === undefined ? found : { ...known, times: known.times + 1 });
  }

  #line(): string {
    const { program } = this.#options;
    if (program !== undefined) return specificationLine(this.#random, program);
    const makers = [specificationLine, grammarLine, languageLine, listingLine];
    return this.#random.pick(makers)(this.#random);
  }

  #isItsTurn(command: string): boolean {
    const [name = ""] = command.split(/\s/, 1);
    const runs = this.#runs.get(name) ?? 0;
    if (runs > OFTEN && !this.#random.once(10)) return false;
    this.#runs.set(name, runs + 1);
    return true;
  }
}
