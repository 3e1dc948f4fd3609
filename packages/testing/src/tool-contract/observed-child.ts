import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  LoadedTool,
  ObservedToolConfig,
  RunReport,
  RunRequest,
  ToChild,
  ToParent,
} from "./messages.ts";

/** The call or the loading ended the process, or the process had to be killed. */
export interface Breakdown {
  readonly kind: "crash" | "hang";
  readonly message: string;
}

/** Without a build, the tools under test are loaded from their packages' sources as well. */
const nodeArguments = import.meta.url.endsWith(".ts") ? ["--conditions=source"] : [];
const program = "(await import(process.argv[1])).observedProcess.serve();";
const loadTimeoutMs = 30_000;
const maxErrorText = 2_000;

/** The parent's side of the process in which the tool is observed. */
export class ObservedChild {
  readonly #config: ObservedToolConfig;
  #child: ChildProcess | null = null;
  #errorText = "";

  constructor(config: ObservedToolConfig) {
    this.#config = config;
  }

  /** Starts the process again and loads the tool. Returns why the tool cannot be used, or null. */
  async load(): Promise<LoadedTool | string> {
    this.close();
    this.#child = await this.#start();
    const reply = await this.#ask({ type: "load", config: this.#config }, loadTimeoutMs);
    if ("kind" in reply) return `loading it: ${reply.message}`;
    if (reply.type === "loaded") return reply.tool;
    return reply.type === "unusable" ? reply.reason : "the observed process answered unexpectedly";
  }

  /** Throws when the world fails, not the tool. */
  async run(request: RunRequest, timeoutMs: number): Promise<RunReport | Breakdown> {
    const reply = await this.#ask({ type: "run", request }, timeoutMs);
    if ("kind" in reply) return reply;
    if (reply.type === "ran") return reply.report;
    const reason = reply.type === "unusable" ? reply.reason : "it answered unexpectedly";
    throw new Error(`The tool's world cannot be used: ${reason}`);
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    // Resolved by the module system, because the package may be bundled anywhere.
    const { observedProcess } = await import("./observed-process.ts");
    const { base } = this.#config;
    const state = join(base, "state");
    const words = [...nodeArguments, "--input-type=module", "--eval", program, observedProcess.url];
    const child = spawn(process.execPath, words, {
      cwd: base,
      // Preserves values that JSON would change, such as half a surrogate pair or `undefined`.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: {
        ...process.env,
        HOME: join(base, "home"),
        TMPDIR: join(base, "tmp"),
        // Node's default place. Compiling the same modules in each process would dominate the time.
        NODE_COMPILE_CACHE:
          process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "node-compile-cache"),
        XDG_STATE_HOME: state,
        XDG_CONFIG_HOME: state,
        XDG_CACHE_HOME: state,
        XDG_DATA_HOME: state,
      },
    });
    this.#errorText = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#errorText = (this.#errorText + chunk.toString()).slice(-maxErrorText);
    });
    return child;
  }

  #ask(message: ToChild, timeoutMs: number): Promise<ToParent | Breakdown> {
    const child = this.#child;
    if (child === null) return Promise.resolve({ kind: "crash", message: "it doesn't run" });
    return new Promise((resolve) => {
      const end = (reply: ToParent | Breakdown): void => {
        clearTimeout(timer);
        child.off("message", onMessage);
        child.off("close", onClose);
        resolve(reply);
      };
      const onMessage = (reply: unknown): void => end(reply as ToParent);
      // `close` instead of `exit`: by then all output has arrived.
      const onClose = (code: number | null, signal: string | null): void => {
        const how = signal === null ? `exit status ${code}` : signal;
        end({ kind: "crash", message: `ended the process (${how}): ${this.#lastWords()}` });
      };
      const timer = setTimeout(() => {
        this.close();
        const seconds = timeoutMs / 1_000;
        end({ kind: "hang", message: `had not ended after ${seconds} s and was killed` });
      }, timeoutMs);
      child.on("message", onMessage);
      child.on("close", onClose);
      child.send(message, (error) => {
        if (error !== null) this.#errorText += error.message;
      });
    });
  }

  /** The line that names the error, otherwise the last line. */
  #lastWords(): string {
    const lines = this.#errorText.split("\n").filter((line) => line.trim() !== "");
    return (
      lines.find((line) => /^\w*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? "no word"
    );
  }
}
