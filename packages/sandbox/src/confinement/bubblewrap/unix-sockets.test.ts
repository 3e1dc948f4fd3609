import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../fixtures/host-for-test.ts";
import { boundSockets } from "./unix-sockets.ts";

/** Binds sockets to names in a directory until the test is over. */
async function bind(directory: string, names: readonly string[], kind: string): Promise<void> {
  const script = `import os, socket, sys
os.chdir(sys.argv[1])
held = [socket.socket(socket.AF_UNIX, socket.${kind}) for _ in sys.argv[2:]]
for each, name in zip(held, sys.argv[2:]): each.bind(name)
print("bound", flush=True)
sys.stdin.read()`;
  const child = spawn("python3", ["-c", script, directory, ...names], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  await once(child.stdout, "data");
}

describe.runIf(process.platform === "linux")("bound sockets", () => {
  it("are found by their path, including spaces and line breaks", async () => {
    const path = join(temporaryDirectory(), "a  b");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => void server.close());
    expect(boundSockets()).toContain(path);
  });

  it.each(["SOCK_STREAM", "SOCK_DGRAM", "SOCK_SEQPACKET"])(
    "are found whatever their kind, when bound by a relative path or with a line break: %s",
    async (kind) => {
      const directory = temporaryDirectory();
      const below = join(directory, "be\nlow");
      mkdirSync(below);
      await bind(directory, ["plain", "two\nlines\n", join(below, "absolute")], kind);
      expect(boundSockets()).toEqual(
        expect.arrayContaining([
          join(directory, "plain"),
          join(directory, "two\nlines\n"),
          join(below, "absolute"),
        ]),
      );
    },
  );

  it("exclude abstract ones and ordinary files of the same name", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "file"), "");
    const table = [
      "Num       RefCount Protocol Flags    Type St Inode Path",
      "00000000abcdef02: 00000002 00000000 00010000 0001 01 10463 @abstract",
      "00000000abcdef03: 00000002 00000000 00010000 0001 01 10464",
      `00000000abcdef04: 00000002 00000000 00010000 0001 01 10465 ${directory}/file`,
      "00000000abcdef05: 00000002 00000000 00010000 0001 01 10466 file",
    ].join("\n");
    expect(boundSockets(table, () => [directory])).toEqual([]);
  });
});
