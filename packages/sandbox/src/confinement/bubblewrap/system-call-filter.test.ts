import { describe, expect, it } from "vitest";
import { statSync } from "node:fs";
import { join } from "node:path";
import { bubblewrapMissing, openConfined } from "../../fixtures/sandbox-for-test.ts";
import { systemCallFilter } from "./system-call-filter.ts";

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const x64 = 0xc000003e;
const arm64 = 0xc00000b7;

/** The kernel's verdict on a call: null to allow it, otherwise the error number. */
function answerTo(filter: Uint8Array, audit: number, number: number, ...words: number[]): unknown {
  const bytes = Buffer.from(filter);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(audit, 4);
  words.forEach((word, index) => data.writeUInt32LE(word, 16 + 8 * index));
  let accumulator = 0;
  for (let at = 0; at < bytes.length; at += 8) {
    const operand = bytes.readUInt32LE(at + 4);
    const jump = (holds: boolean): void => {
      at += 8 * bytes.readUInt8(at + (holds ? 2 : 3));
    };
    switch (bytes.readUInt16LE(at)) {
      case 0x20:
        accumulator = data.readUInt32LE(operand);
        break;
      case 0x15:
        jump(accumulator === operand);
        break;
      case 0x35:
        jump(accumulator >= operand);
        break;
      case 0x45:
        jump((accumulator & operand) !== 0);
        break;
      case 0x06:
        return operand === 0x7fff0000 ? null : operand - 0x50000;
      default:
        throw new Error("no instruction that the kernel knows");
    }
  }
  throw new Error("it ended without an answer");
}

describe("the filter of system calls", () => {
  it.each([
    ["x64", x64, { socket: 41, chmod: [90, 0, 0o4755], openat: 257, read: 0 }],
    ["arm64", arm64, { socket: 198, chmod: [52, 0, 0o4755], openat: 56, read: 63 }],
  ] as const)("of %s holds what mounts and namespaces don't", (architecture, audit, calls) => {
    const filter = systemCallFilter(architecture) ?? new Uint8Array();
    const answer = (number: number, ...words: number[]): unknown =>
      answerTo(filter, audit, number, ...words);
    expect([1, 2, 10, 16].map((family) => answer(calls.socket, family))).toEqual(
      Array(4).fill(null),
    );
    const others = Array.from({ length: 64 }, (_, family) => family).filter(
      (family) => ![1, 2, 10, 16].includes(family),
    );
    for (const family of others) expect(answer(calls.socket, family)).toBe(EAFNOSUPPORT);
    const [chmod, ...words] = calls.chmod;
    expect(answer(chmod, ...words)).toBe(EPERM);
    expect(answer(chmod, 0, 0o2755)).toBe(EPERM);
    expect(answer(chmod, 0, 0o1777)).toBeNull();
    expect(answer(calls.openat, 0, 0, 0o101, 0o4755)).toBe(EPERM);
    expect(answer(calls.openat, 0, 0, 0o20200001, 0o4755)).toBe(EPERM);
    // Without a flag that creates a file, the mode argument is undefined.
    expect(answer(calls.openat, 0, 0, 0o1, 0o4755)).toBeNull();
    expect(answer(calls.openat, 0, 0, 0o101, 0o755)).toBeNull();
    expect([425, 426, 427, 437].map((number) => answer(number))).toEqual(Array(4).fill(ENOSYS));
    expect(answer(calls.read)).toBeNull();
  });

  it("allows nothing by the numbers of another architecture", () => {
    const filter = systemCallFilter("x64") ?? new Uint8Array();
    expect(answerTo(filter, 0x40000003, 102, 1)).toBe(ENOSYS);
    expect(answerTo(filter, x64, 0x40000000 + 41, 1)).toBe(ENOSYS);
  });

  it("does not exist for an unknown architecture", () => {
    expect(systemCallFilter("riscv64")).toBeNull();
  });
});

describe.skipIf(bubblewrapMissing !== null || systemCallFilter() === null)(
  "a confined command under the filter",
  () => {
    it("allows the usual sockets and not those to a virtual machine's host", async () => {
      const { outputOf } = openConfined();
      const script = `import socket
for family in (40, 38, socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
    try: socket.socket(family, socket.SOCK_RAW if family == 16 else socket.SOCK_STREAM).close(); print("made")
    except OSError as error: print(error.errno)
print(len(socket.socketpair()))`;
      expect(await outputOf(`python3 -c '${script}'`)).toBe("97\n97\nmade\nmade\nmade\nmade\n2\n");
    });

    it("leaves no setuid or setgid file", async () => {
      const { workspace, outputOf } = openConfined();
      const script = `import os
for attempt in (lambda: os.chmod("a", 0o4755), lambda: os.open("b", os.O_CREAT | os.O_WRONLY, 0o4755), lambda: os.mknod("c", 0o102755)):
    try: attempt(); print("done")
    except OSError as error: print(error.errno)`;
      const output = await outputOf(
        `cp /bin/true a; chmod u+s a; chmod g+s . a; install -m 4755 a d; python3 -c '${script}'; chmod 1755 . && echo kept`,
      );
      expect(output).toMatch(/^1\n1\n1\nkept$/m);
      const modes = ["a", "."].map((name) => statSync(join(workspace, name)).mode & 0o6000);
      expect(modes).toEqual([0, 0]);
    });
  },
);
