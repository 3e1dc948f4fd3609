import type { Readable } from "node:stream";
import { ToolError } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import type { ProcessEnd, SandboxProfile, Reverted } from "@toolwright/core/ports";
import { readInnerReport } from "../confinement/bubblewrap/inner-shell.ts";
import { likelyDenials } from "../confinement/likely-denials.ts";
import type { ConfinedCommand } from "../confinement/sandbox-backend.ts";
import { ByteRing } from "../output/byte-ring.ts";
import { firstOf } from "./first-of.ts";

/** Kept of the output to detect refusals, which programs report last. */
const keptBytes = 32 * 1024;

/**
 * A complete report is there when the process has ended; this limit is for one that was cut off.
 */
const reportMs = 250;

/** The sandbox of one running command, as its supervision needs it. */
export class CommandSandbox {
  readonly tree: ConfinedCommand["tree"];
  readonly #command: ConfinedCommand;
  readonly #profile: SandboxProfile;
  readonly #cwd: string;
  readonly #seen = new ByteRing(keptBytes);
  #report = "";
  #reported: Promise<void> = Promise.resolve();
  #released: Promise<void> | undefined;
  #settled: Promise<readonly Reverted[]> | undefined;

  constructor(command: ConfinedCommand, profile: SandboxProfile, cwd: string) {
    this.tree = command.tree;
    this.#command = command;
    this.#profile = profile;
    this.#cwd = cwd;
  }

  see(chunk: Uint8Array): void {
    this.#seen.write(chunk);
  }

  listen(report: Readable | null): void {
    if (report === null) return;
    this.#reported = new Promise((resolve) => {
      report.on("data", (chunk: Buffer) => (this.#report += chunk.toString("latin1")));
      report.once("close", () => resolve());
    });
  }

  /**
   * Adds the sandbox's findings to the end of the process. Errors: ToolError `command-failed` when the
   * sandbox could not be set up and the command never ran.
   */
  async complete(end: ProcessEnd): Promise<ProcessEnd> {
    const report = await this.#readReport();
    const reverted = await this.#settle();
    if (report?.hasStarted === false && end.cause === "exit") throw this.#notSetUp();
    const denials = this.#denials(end);
    const leftBehind = (end.leftBehind ?? 0) + (report?.leftBehind ?? 0);
    return {
      ...end,
      ...(leftBehind > 0 ? { leftBehind } : {}),
      ...(denials.length > 0 ? { sandboxDenials: denials } : {}),
      ...(reverted.length > 0 ? { reverted } : {}),
    };
  }

  /** Takes effect once. Never rejects. */
  release(): Promise<void> {
    // Also releases a command whose end was never reported.
    this.#released ??= this.#settle().then(() => this.#command.release());
    return this.#released;
  }

  #settle(): Promise<readonly Reverted[]> {
    this.#settled ??= Promise.resolve(this.#profile.settle?.() ?? []);
    return this.#settled;
  }

  async #readReport(): Promise<ReturnType<typeof readInnerReport> | null> {
    if (!this.#command.reports) return null;
    await firstOf(reportMs, this.#reported);
    return readInnerReport(this.#report);
  }

  /** Guesses only for failed commands, because a successful one may print the same words. */
  #denials(end: ProcessEnd): NonNullable<ProcessEnd["sandboxDenials"]> {
    const certain = this.#command.denials();
    if (end.exitCode === 0 || end.cause !== "exit") return certain;
    const text = this.#seen.read().toString("utf8");
    const likely = likelyDenials({ text, cwd: this.#cwd, profile: this.#profile });
    // The proxy's own record is better than the program's message about its answer.
    const isKnown = certain.length > 0;
    return [...certain, ...likely.filter(({ kind }) => !(isKnown && kind === "network"))];
  }

  #notSetUp(): ToolError {
    const [line = ""] = this.#seen.read().toString("utf8").trim().split("\n");
    return new ToolError(
      "command-failed",
      `The sandbox could not be set up, so the command was not run: ${cutText(line, 300) || "no reason was given"}.`,
      { details: { sandbox: "failed" } },
    );
  }
}
