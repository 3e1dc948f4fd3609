import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { commandServer, hubWorld, temporaryDirectory } from "./fixtures/hub-world.ts";

const hostile = fileURLToPath(new URL("fixtures/hostile-server.ts", import.meta.url));
const registerSource = new URL("fixtures/register-source.ts", import.meta.url).href;
const holdServers = fileURLToPath(new URL("fixtures/hold-servers.ts", import.meta.url));

/** True for a running process, false for a zombie. */
function isAlive(processId: number): boolean {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, "latin1");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

function idsIn(file: string): readonly number[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}

function behindShell(file: string): readonly [string, readonly string[]] {
  const line = `"${process.execPath}" --no-warnings "${hostile}" stubborn "${file}"; true`;
  return ["sh", ["-c", line]];
}

/** Processes to kill when a test fails. */
function endAll(file: string): void {
  onTestFinished(() => {
    for (const id of idsIn(file)) if (isAlive(id)) process.kill(id, "SIGKILL");
  });
}

describe.skipIf(process.platform !== "linux")(
  "a server that heeds no signal, behind a shell",
  () => {
    test("ends with its grandchildren soon after the hub is closed", async () => {
      const file = join(temporaryDirectory(), "ids");
      endAll(file);
      const { hub } = await hubWorld({ servers: [commandServer("s", ...behindShell(file))] });
      expect(hub.servers[0]?.state).toBe("ready");
      await vi.waitFor(() => expect(idsIn(file)).toHaveLength(2), 10_000);
      expect(idsIn(file).every(isAlive)).toBe(true);
      await hub.close();
      expect(idsIn(file).filter(isAlive)).toEqual([]);
    });

    test("ends within a second when its host is killed", async () => {
      const file = join(temporaryDirectory(), "ids");
      endAll(file);
      const [command, words] = behindShell(file);
      const host = spawn(
        process.execPath,
        ["--no-warnings", "--import", registerSource, holdServers, command, ...words],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      const [chunk] = (await once(host.stdout, "data")) as [Buffer];
      expect(chunk.toString().trim()).toBe("ready");
      await vi.waitFor(() => expect(idsIn(file)).toHaveLength(2), 10_000);
      host.kill("SIGKILL");
      await vi.waitFor(() => expect(idsIn(file).filter(isAlive)).toEqual([]), {
        timeout: 1_500,
        interval: 20,
      });
    });
  },
);
