import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../fixtures/host-for-test.ts";
import { listeningSockets } from "./listening-sockets.ts";

describe.runIf(process.platform === "linux")("sockets that are listened on", () => {
  it("are found by their path, with spaces and all", async () => {
    const path = join(temporaryDirectory(), "a  b");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => void server.close());
    expect(listeningSockets()).toContain(path);
  });

  it("are neither abstract ones nor those that are only connected", () => {
    const table = [
      "Num       RefCount Protocol Flags    Type St Inode Path",
      "00000000abcdef00: 00000002 00000000 00010000 0001 01 10461 /run/listening",
      "00000000abcdef01: 00000003 00000000 00000000 0001 03 10462 /run/connected",
      "00000000abcdef02: 00000002 00000000 00010000 0001 01 10463 @abstract",
      "00000000abcdef03: 00000002 00000000 00010000 0001 01 10464",
    ].join("\n");
    expect(listeningSockets(table)).toEqual(["/run/listening"]);
  });
});
