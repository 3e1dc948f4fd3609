import { cutText } from "@toolwright/core/internal";
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import type { ConfinedCommand } from "./sandbox-backend.ts";

/** Generous: a probe takes about 20 ms. */
const limitMs = 10_000;

export interface ProbeOutput {
  readonly output: string;
  /** The command's standard error, or why it could not be started. */
  readonly error: string;
}

/** Runs a sandboxed command to its end. Never rejects. */
export async function runProbe(confined: ConfinedCommand): Promise<ProbeOutput> {
  const { descriptor4 } = confined;
  const descriptor = descriptor4 === undefined ? null : openSync(descriptor4, "r");
  try {
    return await new Promise((resolve) => {
      const child = spawn(confined.program, confined.arguments, {
        cwd: "/",
        env: confined.environment,
        stdio: ["ignore", "pipe", "pipe", "ignore", ...(descriptor === null ? [] : [descriptor])],
        timeout: limitMs,
        killSignal: "SIGKILL",
        detached: true,
      });
      let error = "";
      let output = "";
      child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (error += text));
      child.once("error", (thrown) => resolve({ error: thrown.message, output }));
      child.once("close", (_code, signal) => {
        resolve({ error: signal === null ? error : `it was ended by ${signal}`, output });
      });
    });
  } finally {
    if (descriptor !== null) closeSync(descriptor);
    await confined.release();
  }
}

/** Listens on a loopback port while `work` runs. */
export async function whileListening<T>(work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    const address = server.address();
    return await work(typeof address === "object" && address !== null ? address.port : 0);
  } finally {
    server.close();
  }
}

/** A text for the end of a sentence. */
export function firstLineOf(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line === "" ? "it ended without a message" : cutText(line, 200);
}
