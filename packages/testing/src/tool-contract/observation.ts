import { AsyncLocalStorage } from "node:async_hooks";
import type { Effect } from "@toolwright/core";
import { describeLocation, describeWords } from "@toolwright/core/internal";
import { type Access, isChange, type PathAccess } from "./access.ts";
import { type DeclaredContext, isDeclared, isHelper } from "./declared.ts";
import type { ObservedViolation, ToolStage, ViolationKind } from "./report.ts";
import { type CallSite, findCallSite } from "./stack-frame.ts";

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
export function observe(access: Access, seenAt?: CallSite): void {
  const context = acting.getStore();
  if (context === undefined || context.isInfrastructure) return;
  const site = seenAt ?? findCallSite();
  if (site.isModuleLoading && !context.observation.isWatchedPlace(access)) return;
  context.observation.judge(access, context.stage, site.foreign);
}

/** In the error that a tool gets for starting a program with a made-up input. */
export const noProgramText = "the contract kit starts no program for a made-up input";

/** Throws when a program must not be started: not everything made up is harmless to every program. */
export function throwIfNoProgramMayStart(program: string): void {
  const context = acting.getStore();
  if (context === undefined || context.isInfrastructure) return;
  if (context.observation.mayStart(program)) return;
  throw Object.assign(new Error(`EPERM: ${noProgramText}: ${program}`), { code: "EPERM" });
}

export interface ObservationOptions extends DeclaredContext {
  /** Whether programs may be started that are no helpers. */
  readonly isTrusted: boolean;
  readonly roots: readonly string[];
  /** Whether a path lies where modules are data: the directories of the call. */
  readonly isWatched: (path: string) => boolean;
}

interface Found {
  readonly violation: ObservedViolation;
  /** The place of a mere look. */
  readonly lookedAt: string | null;
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
  readonly #options: ObservationOptions;
  readonly #found = new Map<string, Found>();
  /** Places that were used undeclared, and those of them that were changed. */
  readonly #usedPlaces = new Set<string>();
  readonly #changedPlaces = new Set<string>();

  constructor(options: ObservationOptions) {
    this.#options = options;
  }

  isWatchedPlace(access: Access): boolean {
    return access.type === "path" && this.#options.isWatched(access.places[0]);
  }

  /** In order; a look at what was then used undeclared isn't told by itself. */
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
    // The same connection shows itself as a name, a connection and a request.
    const what = { ...access, via: "", method: "" };
    this.#addOnce(JSON.stringify([kind, what]), { violation, lookedAt });
  }

  mayStart(program: string): boolean {
    return this.#options.isTrusted || isHelper(program, this.#options);
  }

  /** Whether the call had said that it would do so. */
  isDeclared(access: Access): boolean {
    return isDeclared(access, this.effects, this.#options);
  }

  add(kind: ViolationKind, message: string, stage: ToolStage | null): void {
    const violation = { kind, message, stage, declared: this.effects, at: null };
    this.#addOnce(JSON.stringify([kind, message]), { violation, lookedAt: null });
  }

  /** The same thing done in another way, or again, is told once. */
  #addOnce(key: string, found: Found): void {
    if (!this.#found.has(key)) this.#found.set(key, found);
  }

  /** Whether that path was reported for a change already. */
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
