import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { messageOf } from "@toolwright/core/internal";
import { readStateFile, replaceStateFile } from "@toolwright/workspace/state";
import { approvalsDirectory } from "../places.ts";
import { ApprovalError } from "./approval-error.ts";
import { questionId } from "./portable-question.ts";
import { createPrivateKeyText, type MachineKey, readPrivateKey } from "./signing-key.ts";

/** A clock may be corrected by this much without being taken for set back. */
export const clockToleranceMs = 5 * 60_000;
/** The time after its expiry for which an approval is remembered as used, or as asked. */
const rememberedMs = 24 * 3_600_000;

/** A question that this machine has asked and that wasn't used yet. */
export interface LeftQuestion {
  readonly id: string;
  readonly nonce: string;
  /** A line that says what the call would do. */
  readonly summary: string;
  /** The file with the question; null when a program keeps it elsewhere. */
  readonly file: string | null;
  /** The real path of the workspace. */
  readonly workspace: string;
  /** The session that asked, or `call`. */
  readonly scope: string;
  readonly expiresAtMs: number;
}

/**
 * A machine's memory of approvals: its key, the questions it has left, those that were used, and the latest
 * time it has seen.
 */
export class ApprovalState {
  readonly #directory: string;
  readonly #now: () => number;
  #key: MachineKey | null = null;

  constructor(stateDirectory: string, now: () => number = Date.now) {
    this.#directory = approvalsDirectory(stateDirectory);
    this.#now = now;
  }

  /**
   * The machine's key, made when it is first needed.
   *
   * Errors: ApprovalError when it can't be read, or others may read it. It is never replaced.
   */
  get key(): MachineKey {
    return (this.#key ??= this.#openKey());
  }

  #openKey(): MachineKey {
    const file = join(this.#directory, "key.pem");
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      if (statSync(file, { throwIfNoEntry: false }) === undefined) this.#createKey(file);
      const pem = readStateFile(file).toString();
      if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
        throw new ApprovalError("Others may read it; to change that: chmod 600.");
      }
      return readPrivateKey(pem);
    } catch (thrown) {
      throw new ApprovalError(
        `The key for approvals, ${file}, can't be used. ${messageOf(thrown)} Without it, no question is asked and no answer counts. To start with a new one, delete the file.`,
        thrown,
      );
    }
  }

  /** Of several processes that make a key at once, one wins. */
  #createKey(file: string): void {
    const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
    try {
      writeDurably(temporary, createPrivateKeyText());
      linkSync(temporary, file);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  /**
   * The time, which never goes back by more than a correction.
   *
   * Errors: ApprovalError when the clock was set back, because an expired approval would be valid again.
   */
  time(): number {
    const nowMs = Math.round(this.#now());
    const file = join(this.#directory, "latest-time");
    const latestMs = this.#latestTime(file);
    if (nowMs < latestMs - clockToleranceMs) {
      throw new ApprovalError(
        `The clock was set back: it was ${new Date(latestMs).toISOString()} before. Approvals count again when that time has come. If the clock was wrong then, delete ${file}.`,
      );
    }
    if (nowMs > latestMs) replaceStateFile(file, `${nowMs}\n`);
    return nowMs;
  }

  #latestTime(file: string): number {
    const text = orNothing(() => readStateFile(file).toString());
    if (text === null) return 0;
    const latestMs = Number(text);
    if (text.trim() !== "" && Number.isSafeInteger(latestMs)) return latestMs;
    throw new ApprovalError(`${file} is damaged, so no approval counts. To repair it, delete it.`);
  }

  /**
   * Uses a question's nonce, for good, before anything runs. False when another call or process was first.
   */
  spend(nonce: string, expiresAtMs: number): boolean {
    const directory = join(this.#directory, "used");
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    try {
      writeDurably(join(directory, nonce), `${expiresAtMs}\n`);
      return true;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw thrown;
    }
  }

  isSpent(nonce: string): boolean {
    return statSync(join(this.#directory, "used", nonce), { throwIfNoEntry: false }) !== undefined;
  }

  /** Remembers a question, in place of an earlier one of the same id. */
  remember(question: LeftQuestion): void {
    this.#forgetOld();
    replaceStateFile(this.#questionFile(question.id), `${JSON.stringify(question)}\n`);
  }

  forget(id: string): void {
    rmSync(this.#questionFile(id), { force: true });
  }

  /** The questions that were left and not used. Damaged entries are left out: they only say where a question is. */
  left(): readonly LeftQuestion[] {
    const names = orNothing(() => readdirSync(join(this.#directory, "asked"))) ?? [];
    return names.flatMap((name) => this.find(name.replace(/\.json$/, "")) ?? []);
  }

  find(id: string): LeftQuestion | null {
    if (!questionId.test(id)) return null;
    const text = orNothing(() => readStateFile(this.#questionFile(id)).toString());
    try {
      return text === null ? null : (JSON.parse(text) as LeftQuestion);
    } catch {
      return null;
    }
  }

  #questionFile(id: string): string {
    return join(this.#directory, "asked", `${id}.json`);
  }

  /** The clock can't go back behind these times, so nothing that is forgotten can be valid again. */
  #forgetOld(): void {
    const untilMs = this.time() - rememberedMs;
    for (const { id, expiresAtMs } of this.left()) if (expiresAtMs < untilMs) this.forget(id);
    const used = join(this.#directory, "used");
    for (const name of orNothing(() => readdirSync(used)) ?? []) {
      const text = orNothing(() => readStateFile(join(used, name)).toString());
      // An empty file is one that was just created, or that a full disk left.
      if (text !== null && text !== "" && Number(text) < untilMs) rmSync(join(used, name));
    }
  }
}

/** Creates a file that must not exist, on the disk when this returns. */
function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  chmodSync(file, 0o600);
  syncDirectory(join(file, ".."));
}

/** Windows can't open directories. */
function syncDirectory(directory: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Null for what doesn't exist. */
function orNothing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw thrown;
  }
}
