/**
 * A system call filter for what mounts and namespaces do not restrict, in the kernel's binary format.
 *
 * It allows only the usual socket families: `AF_VSOCK`, for one, reaches the host of a virtual machine from
 * any network namespace. It refuses the setuid and setgid bits, which would outlive the command. `io_uring`
 * and `openat2` appear missing, because they pass the same arguments in memory that no filter can inspect.
 *
 * Null for an unknown architecture. Source: seccomp(2), the kernel's tables of system calls, linux/filter.h.
 */
export function systemCallFilter(architecture: string = process.arch): Uint8Array | null {
  const numbers = systemCalls[architecture];
  return numbers === undefined ? null : assemble(programFor(numbers));
}

interface SystemCalls {
  /**
   * `AUDIT_ARCH_…`. Programs for another architecture, such as 32-bit ones, can make no system calls.
   */
  readonly audit: number;
  /** Numbers from here on belong to another ABI of the same processor. */
  readonly foreignFrom?: number;
  readonly socket: number;
  /** Calls with a mode argument, by its position. */
  readonly modes: readonly (readonly [number: number, mode: number])[];
  /** Calls whose mode counts only when their flags create a file. */
  readonly opens: readonly (readonly [number: number, flags: number, mode: number])[];
}

const systemCalls: Readonly<Record<string, SystemCalls>> = {
  x64: {
    audit: 0xc000003e,
    foreignFrom: 0x40000000,
    socket: 41,
    // chmod, fchmod, fchmodat, fchmodat2, creat, mknod, mknodat
    modes: [
      [90, 1],
      [91, 1],
      [268, 2],
      [452, 2],
      [85, 1],
      [133, 1],
      [259, 2],
    ],
    // open, openat
    opens: [
      [2, 1, 2],
      [257, 2, 3],
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    // fchmod, fchmodat, fchmodat2, mknodat
    modes: [
      [52, 1],
      [53, 2],
      [452, 2],
      [33, 2],
    ],
    // openat
    opens: [[56, 2, 3]],
  },
};

/** `io_uring_setup`, `_enter` and `_register`, `openat2`: the same on all architectures. */
const absent = [425, 426, 427, 437];
/** `AF_UNIX`, `AF_INET`, `AF_INET6`, `AF_NETLINK`. */
const families = [1, 2, 10, 16];
const specialBits = 0o6000;
/** `O_CREAT` and `__O_TMPFILE`. */
const creating = 0o20000100;

const allow = 0x7fff0000;
const refuse = (errorNumber: number): number => 0x00050000 + errorNumber;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** One instruction of the kernel's packet filter. Jumps are relative to the next instruction. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (action: number): Instruction => [0x06, 0, 0, action];
/** How many instructions to skip when the condition holds, and when it does not. */
const ifEqual = (operand: number, yes: number, no: number): Instruction => [0x15, yes, no, operand];
const ifAtLeast = (operand: number, yes: number, no: number): Instruction => [
  0x35,
  yes,
  no,
  operand,
];
const ifAnyBit = (operand: number, yes: number, no: number): Instruction => [
  0x45,
  yes,
  no,
  operand,
];

// Offsets in `struct seccomp_data`. All checked values have 32 bits, in the lower half of their argument.
const numberAt = 0;
const architectureAt = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

function programFor(calls: SystemCalls): readonly Instruction[] {
  const { audit, foreignFrom, socket, modes, opens } = calls;
  return [
    load(architectureAt),
    ifEqual(audit, 1, 0),
    answer(refuse(ENOSYS)),
    load(numberAt),
    ...(foreignFrom === undefined ? [] : [ifAtLeast(foreignFrom, 0, 1), answer(refuse(ENOSYS))]),
    ...absent.flatMap((number) => whenCalled(number, [answer(refuse(ENOSYS))])),
    ...whenCalled(socket, [
      load(argumentAt(0)),
      ...families.flatMap((family) => [ifEqual(family, 0, 1), answer(allow)]),
      answer(refuse(EAFNOSUPPORT)),
    ]),
    ...modes.flatMap(([number, mode]) => whenCalled(number, withoutSpecialBits(mode))),
    ...opens.flatMap(([number, flags, mode]) =>
      whenCalled(number, [
        load(argumentAt(flags)),
        ifAnyBit(creating, 1, 0),
        answer(allow),
        ...withoutSpecialBits(mode),
      ]),
    ),
    answer(allow),
  ];
}

function whenCalled(number: number, block: readonly Instruction[]): readonly Instruction[] {
  return [ifEqual(number, 0, block.length), ...block];
}

function withoutSpecialBits(argument: number): readonly Instruction[] {
  return [
    load(argumentAt(argument)),
    ifAnyBit(specialBits, 0, 1),
    answer(refuse(EPERM)),
    answer(allow),
  ];
}

/** Both architectures are little-endian. */
function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, operand], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand, index * 8 + 4);
  });
  return bytes;
}
