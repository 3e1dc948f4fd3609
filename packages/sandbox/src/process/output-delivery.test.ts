import { setTimeout as wait } from "node:timers/promises";
import type { OutputStream } from "@toolwright/core/ports";
import { describe, expect, it } from "vitest";
import { isAlive, openHost, shell, start, until } from "../fixtures/host-for-test.ts";

const mebibyte = 1 << 20;

describe("output", () => {
  it("of both streams arrives whole when both are flooded", async () => {
    const received: Record<OutputStream, number> = { stdout: 0, stderr: 0 };
    const started = await shell(
      openHost(),
      "head -c 9000000 /dev/zero & head -c 7000000 /dev/zero >&2; wait",
      {
        onOutput(chunk, stream) {
          received[stream] += chunk.length;
        },
      },
    );
    expect(await started.ended).toMatchObject({ exitCode: 0 });
    expect(received).toEqual({ stdout: 9_000_000, stderr: 7_000_000 });
  });

  it("comes as bytes, whatever they are", async () => {
    const chunks: Buffer[] = [];
    const started = await start(openHost(), "printf", ["\\377\\303\\050\\000\\012"], {
      onOutput(chunk) {
        chunks.push(Buffer.from(chunk));
      },
    });
    await started.ended;
    expect(Buffer.concat(chunks).toString("hex")).toBe("ffc328000a");
  });

  it("is delivered before the end, however slow the receiver", async () => {
    let taken = 0;
    const started = await shell(openHost(), "head -c 3000000 /dev/zero", {
      async onOutput(chunk) {
        await wait(5);
        taken += chunk.length;
      },
    });
    await started.ended;
    expect(taken).toBe(3_000_000);
  });

  it("is kept for a receiver that is slower than every time limit", async () => {
    const taken: string[] = [];
    const started = await shell(openHost(), "printf first; sleep 0.05; printf second", {
      async onOutput(chunk) {
        if (taken.length === 0) await wait(700);
        taken.push(Buffer.from(chunk).toString());
      },
    });
    await started.ended;
    expect(taken.join("")).toBe("firstsecond");
  });
});

describe("a chunk", () => {
  it("belongs to the receiver, unless the request allows its memory to be reused", async () => {
    for (const reclaimsChunks of [false, true]) {
      const kept: Uint8Array[] = [];
      const copied: Buffer[] = [];
      const started = await shell(openHost(), "head -c 300000 /dev/zero", {
        reclaimsChunks,
        async onOutput(chunk) {
          kept.push(chunk);
          await wait(1);
          copied.push(Buffer.from(chunk));
        },
      });
      await started.ended;
      const length = kept.reduce((sum, chunk) => sum + chunk.length, 0);
      expect(Buffer.concat(copied).length).toBe(300_000);
      if (reclaimsChunks) expect(length).toBeLessThan(100_000);
      else expect(length).toBe(300_000);
    }
  });
});

describe("a promise of the receiver", () => {
  it("delays the stream, so that the program has to wait", async () => {
    let taken = 0;
    let atOnce = 0;
    let farthestAhead = 0;
    const script = "for i in $(seq 24); do head -c 1048576 /dev/zero; echo $i >&2; done";
    const started = await shell(openHost(), script, {
      async onOutput(chunk, stream) {
        if (stream === "stderr") {
          const written =
            Number(Buffer.from(chunk).toString().trim().split("\n").at(-1)) * mebibyte;
          farthestAhead = Math.max(farthestAhead, written - taken);
          return;
        }
        atOnce += 1;
        expect(atOnce).toBe(1);
        await wait(1);
        atOnce -= 1;
        taken += chunk.length;
      },
    });
    await started.ended;
    expect(taken).toBe(24 * mebibyte);
    // The capacity of a socket and a stream.
    expect(farthestAhead).toBeLessThan(2 * mebibyte);
  });

  it("delays only its own stream", async () => {
    let release = (): void => {};
    const errors: string[] = [];
    const started = await shell(openHost(), "echo out; echo one >&2; sleep 0.05; echo two >&2", {
      onOutput(chunk, stream) {
        if (stream === "stdout") return new Promise((resolve) => (release = resolve));
        errors.push(Buffer.from(chunk).toString());
        return undefined;
      },
    });
    await until(() => errors.join("") === "one\ntwo\n");
    release();
    expect(await started.ended).toMatchObject({ exitCode: 0 });
  });

  it("that never settles does not delay a stopped process's end", async () => {
    const started = await shell(openHost({ killGraceMs: 50 }), "yes", {
      onOutput: () => new Promise(() => {}),
      timeoutMs: 30,
    });
    expect(await started.ended).toMatchObject({ cause: "timeout" });
  });
});

describe("a receiver that is slow", () => {
  it("still gets everything that a stopped process had written", async () => {
    let taken = 0;
    const written = Promise.withResolvers<void>();
    const script = "head -c 150000 /dev/zero; echo written >&2; sleep 1000";
    const started = await shell(openHost({ killGraceMs: 200 }), script, {
      async onOutput(chunk, stream) {
        if (stream === "stderr") return written.resolve();
        await wait(150);
        taken += chunk.length;
      },
    });
    await written.promise;
    expect(taken).toBeLessThan(150_000);
    await started.stop();
    expect(taken).toBe(150_000);
  });
});

describe("a receiver that fails", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("no room");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no room"))],
  ])("ends the process when it %s, and is told so", async (_title, onOutput) => {
    const started = await shell(openHost(), "yes", { onOutput });
    await expect(started.ended).rejects.toThrow("no room");
    expect(isAlive(started.processId)).toBe(false);
  });
});
