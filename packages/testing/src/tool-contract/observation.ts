import { AsyncLocalStorage } from "node:async_hooks";
import type { Effect } from "@toolwright/core";
import { describeLocation, describeWords } from "@toolwright/core/internal";
import { type Access, isChange, type PathAccess } from "./access.ts";
import { type DeclaredContext, isDeclared, isHelper } from "./declared.ts";
import type { ObservedViolation, ToolStage, ViolationKind } from "./report.ts";
import { type CallSite, findCallSite } from "./stack-frame.ts";

/**
 * The actor in the current asynchronous context, set while a tool's function runs. Work of the workspace, the
 * process host and the runtime on its behalf is `isInfrastructure` and does not count; the request to them
 * does.
 */
export interface ActingContext {
  readonly observation: Observation;
  readonly stage: ToolStage;
  readonly isInfrastructure: boolean;
}

const acting = new AsyncLocalStorage<ActingContext>();

export function currentContext(): ActingContext | undefined {
  return acting.getStore();
}

export function runAs<T>(context: ActingContext, act: () => T): T {
  return acting.run(context, act);
}

/** Runs a port's implementation as infrastructure if a tool called it. */
export function asInfrastructure<T>(act: () => T): T {
  const context = acting.getStore();
  if (context === undefined || context.isInfrastructure) return act();
  return acting.run({ ...context, isInfrastructure: true }, act);
}

/** Makes a function run as the tool's own, whoever calls it. */
export function asTool<Arguments extends readonly unknown[], Result>(
  callback: (...values: Arguments) => Result,
): (...values: Arguments) => Result {
  const context = acting.getStore();
  if (context === undefined) return callback;
  return (...values) => acting.run(context, () => callback(...values));
}

/** Checks an access of a tool against its effects. Ignores accesses of Node's module loader. */
export function observe(access: Access, seenAt?: CallSite): void {
  const context = acting.getStore();
  if (context === undefined || context.isInfrastructure) return;
  const site = seenAt ?? findCallSite();
  if (site.isModuleLoading && !context.observation.isWatchedPlace(access)) return;
  context.observation.judge(access, context.stage, site.foreign);
}

/** The error message for a program started with a generated input. */
export const noProgramText = "the contract kit starts no program for a generated input";

/** Throws when a program must not be started, because generated inputs may harm. */
export function throwIfNoProgramMayStart(program: string): void {
  const context = acting.getStore();
  if (context === undefined || context.isInfrastructure) return;
  if (context.observation.mayStart(program)) return;
  throw Object.assign(new Error(`EPERM: ${noProgramText}: ${program}`), { code: "EPERM" });
}

export interface ObservationOptions extends DeclaredContext {
  /** Whether programs other than helpers may be started. */
  readonly isTrusted: boolean;
  readonly roots: readonly string[];
  /** Whether a path is data even for the module loader: below the directories of the call. */
  readonly isWatched: (path: string) => boolean;
}

interface Found {
  readonly violation: ObservedViolation;
  /** The path of an access that only inspects. */
  readonly lookedAt: string | null;
}

/** One observed call: its declared effects and its undeclared actions. */
export class Observation {
  /** The claims, and after `prepare` the exact effects. */
  effects: readonly Effect[] = [];
  /** Set once it has an outcome. */
  isOver = false;
  hasRun = false;
  /** Addresses that the call looked up, with their names. */
  readonly addresses = new Map<string, string>();
  readonly #options: ObservationOptions;
  readonly #found = new Map<string, Found>();
  /** Undeclared paths that were used, and those that were changed. */
  readonly #usedPlaces = new Set<string>();
  readonly #changedPlaces = new Set<string>();

  constructor(options: ObservationOptions) {
    this.#options = options;
  }

  isWatchedPlace(access: Access): boolean {
    return access.type === "path" && this.#options.isWatched(access.places[0]);
  }

  /** In order. Omits inspecting a path that was then used undeclared. */
  get violations(): readonly ObservedViolation[] {
    return Array.from(this.#found.values())
      .filter(({ lookedAt }) => lookedAt === null || !this.#usedPlaces.has(lookedAt))
      .map(({ violation }) => violation);
  }

  judge(access: Access, stage: ToolStage, at: string | null): void {
    const kind = this.#violationOf(access, stage);
    if (kind === null) return;
    let lookedAt: string | null = null;
    if (access.type === "path") {
      if (access.operation === "inspect") lookedAt = access.places[0];
      else this.#usedPlaces.add(access.places[0]);
      if (isChange(access)) for (const place of access.places) this.#changedPlaces.add(place);
    }
    const message = this.describe(access);
    const violation = { kind, message, stage, declared: this.effects, at };
    // One connection appears as a name, a connection and a request.
    const what = { ...access, via: "", method: "" };
    this.#addOnce(JSON.stringify([kind, what]), { violation, lookedAt });
  }

  mayStart(program: string): boolean {
    return this.#options.isTrusted || isHelper(program, this.#options);
  }

  /** Whether the call had declared the access. */
  isDeclared(access: Access): boolean {
    return isDeclared(access, this.effects, this.#options);
  }

  add(kind: ViolationKind, message: string, stage: ToolStage | null): void {
    const violation = { kind, message, stage, declared: this.effects, at: null };
    this.#addOnce(JSON.stringify([kind, message]), { violation, lookedAt: null });
  }

  /** Repeated accesses, and other ways to the same access, are reported once. */
  #addOnce(key: string, found: Found): void {
    if (!this.#found.has(key)) this.#found.set(key, found);
  }

  /** Whether a change of the path was already reported. */
  hasReportedChange(path: string): boolean {
    return this.#changedPlaces.has(path);
  }

  describe(access: Access): string {
    const { via } = access;
    switch (access.type) {
      case "path":
        return `${verbs[access.operation]} ${this.show(access.places[0])} (${via})`;
      case "run":
        return `started ${describeWords(access.words)} in ${this.show(access.cwd)} (${via})`;
      case "network": {
        const port = access.port === undefined ? "" : `:${access.port}`;
        return `went to ${access.host}${port} (${via})`;
      }
      case "environment":
        return `looked at the environment's ${access.variable} (${via})`;
    }
  }

  show(path: string): string {
    return describeLocation(path, this.#options.roots);
  }

  #violationOf(access: Access, stage: ToolStage): ViolationKind | null {
    if (this.isOver) return "late-access";
    if (stage === "effects") return "claim-impure";
    if (stage === "prepare" && isAct(access) && !this.#isHelper(access)) return "prepare-changes";
    return this.isDeclared(access) ? null : kindOf(access);
  }

  #isHelper(access: Access): boolean {
    return access.type === "run" && isHelper(access.program, this.#options);
  }
}

const verbs: Readonly<Record<PathAccess["operation"], string>> = {
  inspect: "looked at",
  read: "read",
  list: "listed",
  make: "made",
  write: "wrote",
  delete: "deleted",
};

function isAct(access: Access): boolean {
  return access.type === "path" ? isChange(access) : access.type !== "environment";
}

export function kindOf(access: Access): ViolationKind {
  switch (access.type) {
    case "run":
      return "undeclared-run";
    case "network":
      return "undeclared-network";
    case "environment":
      return "undeclared-environment";
    case "path":
      if (!isChange(access)) return "undeclared-read";
      return access.operation === "delete" ? "undeclared-delete" : "undeclared-write";
  }
}
