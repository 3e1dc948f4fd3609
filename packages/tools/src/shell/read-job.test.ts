import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobOutput, JobReadOptions, JobState } from "@toolwright/core/ports";
import { createEnvironment, createRedactor } from "@toolwright/workspace";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { readJob } from "./read-job.ts";

const secret = "7Kd93mQpX2vLw8RtZ5";

/** A job that has written so much, and nothing since then. */
class WrittenJob {
  state: JobState = { status: "running" };
  written = "";
  quietMs = 0;

  read({ since = 0, maxBytes = 30_000 }: JobReadOptions = {}): JobOutput {
    const bytes = Buffer.from(this.written).subarray(since, since + maxBytes);
    const cursor = since + bytes.length;
    return {
      text: bytes.toString(),
      cursor,
      droppedBytes: 0,
      remainingBytes: this.written.length - cursor,
      totalBytes: this.written.length,
      quietMs: this.quietMs,
    };
  }
}

function secretAround(): Parameters<typeof readJob>[2] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "read-job-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, ".env"), `API_KEY=${secret}\n`);
  const redactor = createRedactor({ environment: createEnvironment({}), roots: [root] });
  return (text, at) => redactor.secretSpanAt?.(text, at) ?? null;
}

describe("what a job that runs has written", () => {
  it("is read to its last character once the job is quiet", () => {
    const around = secretAround();
    const job = new WrittenJob();
    job.written = ">>> 6*7";
    expect(readJob(job, { maxBytes: 1_000 }, around)).toMatchObject({
      text: ">>> 6*",
      cursor: 6,
      heldCharacters: 1,
    });
    job.quietMs = 250;
    expect(readJob(job, { since: 6, maxBytes: 1_000 }, around)).toMatchObject({
      text: "7",
      cursor: 7,
      heldCharacters: 0,
    });
  });

  it("ends before what may be half of a secret, however long the job is quiet", () => {
    const around = secretAround();
    const job = new WrittenJob();
    job.quietMs = 3_600_000;
    job.written = `key: ${secret.slice(0, 4)}`;
    expect(readJob(job, { maxBytes: 1_000 }, around)).toMatchObject({
      text: "key: ",
      cursor: 5,
      heldCharacters: 4,
    });
    job.state = { status: "failed", error: null, endedAt: 0 };
    expect(readJob(job, { since: 5, maxBytes: 1_000 }, around)).toMatchObject({ cursor: 9 });
  });

  it("never gives more than three characters of a secret, wherever and how slowly it is written", () => {
    const around = secretAround();
    const piece = fc.record({ size: fc.integer({ min: 1, max: 5 }), quietMs: fc.nat(500) });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 4, maxLength: 40 }), (pieces) => {
        const all = `a7 ${secret} b ${secret}${secret} 7K`;
        const job = new WrittenJob();
        let seen = "";
        let cursor = 0;
        for (const { size, quietMs } of pieces) {
          job.written = all.slice(0, job.written.length + size);
          job.quietMs = quietMs;
          const read = readJob(job, { since: cursor, maxBytes: 1_000 }, around);
          // What a stage does with each result before it leaves.
          seen += read.text.replaceAll(secret, "«»");
          cursor = read.cursor;
        }
        for (let at = 0; at + 4 <= secret.length; at++) {
          expect(seen).not.toContain(secret.slice(at, at + 4));
        }
      }),
    );
  });
});
