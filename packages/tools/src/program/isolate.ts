import type { ProgramEnd, ProgramFailure, ProgramRequest } from "@toolwright/core/ports";
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from "quickjs-emscripten-core";
import { fixedLimits } from "./program-limits.ts";
import { groupCharacters, guestPrelude } from "./guest-prelude.ts";
import type { IsolateAnswer, IsolateProgram } from "./isolate-messages.ts";

/** Deeper recursion of a program is an error in it. The thread's own stack has room for it. */
const stackBytes = 512 * 1024;
const jobsAtOnce = 1_000;
const maxFailureCharacters = 4_000;
/** Printed text is sent on in pieces of about this size. */
const printCharacters = 8 * 1024;

/** A WebAssembly memory. */
export interface IsolateMemory {
  readonly buffer: ArrayBuffer;
}

/** Gets the news of an isolate while it runs a program. */
export interface IsolateListener {
  readonly onRequests: (requests: readonly ProgramRequest[]) => void;
  readonly onPrint: (text: string) => void;
  readonly onEnd: (end: ProgramEnd) => void;
}

/**
 * One program in a WebAssembly instance of its own, which is thrown away afterwards. It has the language's own objects
 * and the functions of the prelude, nothing else: no file, no network, no process, no timer, and a clock that stands
 * still. Texts are all that crosses the border, in both directions.
 */
export class Isolate {
  readonly #context: QuickJSContext;
  readonly #memory: IsolateMemory;
  readonly #maxBytes: number;
  readonly #run: QuickJSHandle;
  readonly #settle: QuickJSHandle;
  readonly #flush: QuickJSHandle;
  #program: IsolateProgram | null = null;
  #listener: IsolateListener | null = null;
  #requests: ProgramRequest[] = [];
  /** Answers that need nobody else, such as to a call too many. */
  #answers: IsolateAnswer[] = [];
  /** The size of each open request's text. */
  readonly #open = new Map<number, number>();
  #openCharacters = 0;
  #made = 0;
  #printed = "";
  #printedCharacters = 0;
  #busyMs = 0;
  #busySince = 0;
  #interruption: "stopped" | "busy" | null = null;
  #value: { readonly json: string | null } | null = null;
  #isOver = false;

  /** `quickJs` must be a fresh instance over `memory`. */
  constructor(quickJs: QuickJSWASMModule, memory: IsolateMemory, maxBytes: number) {
    this.#memory = memory;
    this.#maxBytes = maxBytes;
    const runtime = quickJs.newRuntime();
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(() => this.#mustStop());
    const context = runtime.newContext();
    this.#context = context;
    const prelude = context.unwrapResult(context.evalCode(guestPrelude, "prelude.js"));
    const send = context.newFunction("send", (...texts) => this.#receive(texts));
    const inside = context.unwrapResult(context.callFunction(prelude, context.undefined, send));
    this.#run = context.getProp(inside, "run");
    this.#settle = context.getProp(inside, "settle");
    this.#flush = context.getProp(inside, "flush");
  }

  /** The memory that it has used at most. */
  get usedBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** `code` is the JavaScript of a function. Once only. */
  start(code: string, program: IsolateProgram, listener: IsolateListener): void {
    this.#program = program;
    this.#listener = listener;
    this.#work(() => {
      const compiled = this.#context.evalCode(code, "program.ts");
      if (compiled.error !== undefined) {
        const thrown: unknown = this.#context.dump(compiled.error);
        this.#finish({ outcome: "failed", failure: { ...failureFrom(thrown), isSyntax: true } });
        return;
      }
      this.#call(this.#run, compiled.value);
    });
  }

  answer(answers: readonly IsolateAnswer[]): void {
    if (!this.#isOver) this.#work(() => this.#deliverAll(answers));
  }

  /** Ends a program that waits. One that computes stops by its flag. */
  stop(): void {
    this.#finish({ outcome: "stopped" });
  }

  #deliverAll(answers: readonly IsolateAnswer[]): void {
    let group = "";
    for (const { id, json } of answers) {
      if (!this.#close(id)) continue;
      group += `${group === "" ? "" : ","}[${id},${json}]`;
      if (group.length <= groupCharacters) continue;
      this.#deliver(group);
      group = "";
    }
    if (group !== "") this.#deliver(group);
  }

  #deliver(group: string): void {
    this.#call(this.#settle, this.#context.newString(`[${group}]`));
  }

  #call(method: QuickJSHandle, ...given: QuickJSHandle[]): void {
    const result = this.#context.callFunction(method, this.#context.undefined, ...given);
    for (const handle of given) handle.dispose();
    result.dispose();
  }

  /** Lets the program compute until it waits, and then tells what it has asked for. */
  #work(step: () => void): void {
    this.#busySince = performance.now();
    try {
      step();
      this.#runJobs();
    } catch {
      // The machine itself broke, such as by a stack that is too deep. Nothing of it is used again.
      this.#finish({ outcome: this.#interruption ?? (this.#isFull() ? "memory" : "crashed") });
    }
    this.#busyMs += performance.now() - this.#busySince;
    this.#sendPrinted();
    if (this.#isOver) return;
    const requests = this.#requests;
    this.#requests = [];
    if (requests.length > 0) this.#listener?.onRequests(requests);
    if (this.#open.size > 0) return;
    if (this.#value !== null) this.#finish({ outcome: "done", value: this.#value.json });
    else this.#finish({ outcome: "stuck" });
  }

  #runJobs(): void {
    const { runtime } = this.#context;
    for (;;) {
      const done = runtime.executePendingJobs(jobsAtOnce);
      if (done.error !== undefined || this.#mustStop()) throw new Error("interrupted");
      if (this.#isOver) return;
      if (done.value >= jobsAtOnce) continue;
      this.#call(this.#flush);
      const answers = this.#answers.splice(0);
      if (answers.length === 0) return;
      this.#deliverAll(answers);
    }
  }

  #mustStop(): boolean {
    const program = this.#program;
    if (program === null) return false;
    if (Atomics.load(program.stop, 0) !== 0) this.#interruption ??= "stopped";
    const busyMs = this.#busyMs + performance.now() - this.#busySince;
    if (busyMs > program.maxBusyMs) this.#interruption ??= "busy";
    return this.#interruption !== null;
  }

  #isFull(): boolean {
    // It grows in steps, so that the last one may not fit.
    return this.usedBytes >= this.#maxBytes * 0.75;
  }

  /** Takes whatever the program sends. */
  #receive(handles: readonly QuickJSHandle[]): void {
    if (this.#isOver || !handles.every((handle) => this.#context.typeof(handle) === "string"))
      return;
    const [kind, first = ""] = handles.map((handle) => this.#context.getString(handle));
    switch (kind) {
      case "print":
        this.#print(first);
        break;
      case "requests":
        this.#requestAll(parsed(first));
        break;
      case "end":
        this.#end(first);
        break;
      case "fail":
        this.#finish(this.#failed(first));
        break;
      default:
    }
  }

  #requestAll(group: unknown): void {
    if (!Array.isArray(group)) return;
    for (const each of group as readonly unknown[]) {
      const request = requestFrom(each, this.#made + 1);
      if (request !== null) this.#request(request);
    }
  }

  #request(request: ProgramRequest): void {
    this.#made += 1;
    const size =
      request.kind === "call" ? request.name.length + request.input.length : request.text.length;
    const refusal = this.#refusal(size);
    if (refusal !== null) {
      this.#open.set(request.id, 0);
      this.#answers.push({ id: request.id, json: JSON.stringify({ error: refusal }) });
      return;
    }
    this.#requests.push(request);
    this.#openCharacters += size;
    // No call of a dry run is answered: it is not open, and its input counts to the end.
    if (request.kind !== "call" || this.#program?.isDry !== true) this.#open.set(request.id, size);
  }

  /** False for a request that is not open. */
  #close(id: number): boolean {
    this.#openCharacters -= this.#open.get(id) ?? 0;
    return this.#open.delete(id);
  }

  #refusal(size: number): { readonly code: string; readonly message: string } | null {
    const { maxCalls = 0 } = this.#program ?? {};
    if (this.#made > maxCalls) {
      const message = `A program makes at most ${maxCalls} calls. Return what you have, and go on in another one.`;
      return { code: "cancelled", message };
    }
    if (this.#openCharacters + size <= fixedLimits.waitingCharacters) return null;
    const message = `The inputs of all calls under way may have ${fixedLimits.waitingCharacters} characters. Wait for some of them first.`;
    return { code: "input-invalid", message };
  }

  #print(text: string): void {
    const room = fixedLimits.printedCharacters - this.#printedCharacters;
    if (room <= 0) return;
    const cut =
      text.length < room
        ? text
        : `${text.slice(0, room)}\n[Only the first ${fixedLimits.printedCharacters} characters that a program prints are kept.]`;
    this.#printedCharacters += text.length + 1;
    this.#printed += `${cut}\n`;
    if (this.#printed.length > printCharacters) this.#sendPrinted();
  }

  #sendPrinted(): void {
    if (this.#printed === "") return;
    this.#listener?.onPrint(this.#printed);
    this.#printed = "";
  }

  #end(json: string): void {
    if (json.length <= fixedLimits.valueCharacters) {
      this.#value ??= { json: json === "" ? null : json };
      return;
    }
    const message = `The returned value has ${json.length} characters as JSON; at most ${fixedLimits.valueCharacters} are possible. Return less, or write it to a file`;
    this.#finish({
      outcome: "failed",
      failure: { isSyntax: false, message, place: null, callId: null },
    });
  }

  #failed(text: string): ProgramEnd {
    const failure = failureFrom(parsed(text));
    if (this.#interruption !== null) return { outcome: this.#interruption };
    // Without memory for an error the engine throws null.
    const isWithoutMemory = /\bout of memory$/.test(failure.message);
    if (isWithoutMemory || (failure.message === "null" && this.#isFull())) {
      return { outcome: "memory" };
    }
    return { outcome: "failed", failure };
  }

  #finish(end: ProgramEnd): void {
    if (this.#isOver) return;
    this.#sendPrinted();
    this.#isOver = true;
    this.#listener?.onEnd(end);
  }
}

function requestFrom(told: unknown, id: number): ProgramRequest | null {
  if (!Array.isArray(told) || !told.every((text) => typeof text === "string")) return null;
  const [kind, text = "", input = ""] = told;
  if (kind === "call") return { kind, id, name: text, input };
  return kind === "search" || kind === "describe" ? { kind, id, text } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The failure in a program's report of an error, which may be anything. */
function failureFrom(told: unknown): ProgramFailure {
  const facts = (typeof told === "object" && told !== null ? told : {}) as Record<string, unknown>;
  const text = (name: string): string | null => {
    const value = facts[name];
    return typeof value === "string" ? value.slice(0, maxFailureCharacters) : null;
  };
  const name = text("name");
  const message = text("message") ?? "it threw a value without a message";
  const isPlain = name === null || name === "Error" || name === "ToolError" || name === "";
  return {
    isSyntax: false,
    message: isPlain ? message : `${name}: ${message}`,
    place: /program\.ts:\d+/.exec(text("stack") ?? "")?.[0] ?? null,
    callId: text("callId"),
  };
}
