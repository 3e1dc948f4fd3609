import { AsyncLocalStorage } from "node:async_hooks";
import { messageOf } from "../../errors.ts";
import type { Effect } from "../../effects/effect.ts";
import { describeLocation, describeWords } from "../../effects/describe-effect.ts";
import { type Access, isChange, type PathAccess } from "./access.ts";
import { type DeclaredContext, isDeclared } from "./declared.ts";
import type { ObservedViolation, ToolStage, ViolationKind } from "./report.ts";
import { findCallSite } from "./stack-frame.ts";

/**
 * Who acts: set while a tool's own function runs and in everything it starts asynchronously. The
 * workspace, the process host and the runtime work for it as `isInfrastructure`, and are not held
 * against the effects; what they were asked for is.
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

/** What implements a port does its work as infrastructure, when it is a tool that asked. */
export function asInfrastructure<T>(act: () => T): T {
  const context = acting.getStore();
  if (context === undefined || context.isInfrastructure) return act();
  return acting.run({ ...context, isInfrastructure: true }, act);
}

/** The function as the tool's own, whoever calls it. */
export function asTool<Arguments extends readonly unknown[], Result>(
  callback: (...values: Arguments) => Result,
): (...values: Arguments) => Result {
  const context = acting.getStore();
  if (context === undefined) return callback;
  return (...values) => acting.run(context, () => callback(...values));
}

/** Holds it against the effects, when a tool does it. Accesses of Node's module loader are let go. */
export function observe(access: Access): void {
  const context = acting.getStore();
  if (context === undefined || context.isInfrastructure) return;
  const site = findCallSite();
  if (site.isModuleLoading && !context.observation.isWatchedPlace(access)) return;
  context.observation.judge(access, context.stage, site.foreign);
}

export interface ObservationOptions extends DeclaredContext {
  readonly roots: readonly string[];
  /** Whether a path lies where modules are data: the directories of the call. */
  readonly isWatched: (path: string) => boolean;
}

/** One call under observation: what it has declared so far, and what it did beyond that. */
export class Observation {
  /** The claims, and from `prepare` on the exact effects. */
  effects: readonly Effect[] = [];
  /** Its outcome is there. */
  isOver = false;
  hasRun = false;
  /** Addresses that the call looked up, with the names they belong to. */
  readonly addresses = new Map<string, string>();
  readonly violations: ObservedViolation[] = [];
  readonly #options: ObservationOptions;
  readonly #seen = new Set<string>();
  readonly #reportedChanges = new Set<string>();

  constructor(options: ObservationOptions) {
    this.#options = options;
  }

  isWatchedPlace(access: Access): boolean {
    return access.type === "path" && this.#options.isWatched(access.places[0]);
  }

  judge(access: Access, stage: ToolStage, at: string | null): void {
    const kind = this.#violationOf(access, stage);
    if (kind === null) return;
    if (access.type === "path" && isChange(access)) {
      for (const place of access.places) this.#reportedChanges.add(place);
    }
    this.add(kind, this.describe(access), stage, at);
  }

  /** Whether the call had said that it would do so. */
  isDeclared(access: Access): boolean {
    return isDeclared(access, this.effects, this.#options);
  }

  /** The same thing done in the same way is told once. */
  add(
    kind: ViolationKind,
    message: string,
    stage: ToolStage | null,
    at: string | null = null,
  ): void {
    const key = `${kind}\n${message}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.violations.push({ kind, message, stage, declared: this.effects, at });
  }

  /** Whether that path was reported for a change already. */
  hasReportedChange(path: string): boolean {
    return this.#reportedChanges.has(path);
  }

  describe(access: Access): string {
    const { via } = access;
    switch (access.type) {
      case "path":
        return `${verbs[access.operation]} ${this.#shown(access.places[0])} (${via})`;
      case "run":
        return `started ${describeWords(access.words)} in ${this.#shown(access.cwd)} (${via})`;
      case "network": {
        const port = access.port === undefined ? "" : `:${access.port}`;
        return `went to ${access.host}${port} (${via})`;
      }
      case "environment":
        return `looked at the environment's ${access.variable} (${via})`;
    }
  }

  #shown(path: string): string {
    return describeLocation(path, this.#options.roots);
  }

  #violationOf(access: Access, stage: ToolStage): ViolationKind | null {
    if (this.isOver) return "late-access";
    if (stage === "effects") return "claim-impure";
    if (stage === "prepare" && isAct(access) && !this.#isHelper(access)) return "prepare-changes";
    return this.isDeclared(access) ? null : kindOf(access);
  }

  #isHelper(access: Access): boolean {
    return access.type === "run" && isDeclared(access, [], this.#options);
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

/** For the tool's mistakes that show themselves as something thrown. */
export function describeThrown(thrown: unknown): string {
  return messageOf(thrown).split("\n", 1)[0] ?? "";
}
