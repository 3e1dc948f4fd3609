/**
 * WebAssembly, because JavaScript has no vector instructions. It compares sixteen bytes at once, three
 * times as fast as four at a time in JavaScript, and counts lines as fast as `tail` and `wc -l`. The
 * module in WebAssembly's text format:
 *
 *     (module
 *       (memory (export "memory") 1)
 *       (func (export "count") (param $at i32) (param $end i32) (param $byte i32) (result i32)
 *         (local $count i32) (local $wanted v128)
 *         (local.set $wanted (i8x16.splat (local.get $byte)))
 *         (loop $next
 *           (if (i32.lt_u (local.get $at) (local.get $end)) (then
 *             (local.set $count (i32.add (local.get $count)
 *               (i32.popcnt (i8x16.bitmask
 *                 (i8x16.eq (v128.load (local.get $at)) (local.get $wanted))))))
 *             (local.set $at (i32.add (local.get $at) (i32.const 16)))
 *             (br $next))))
 *         (local.get $count)))
 */
const MODULE =
  "AGFzbQEAAAABCAFgA39/fwF/AwIBAAUDAQABBxICBm1lbW9yeQIABWNvdW50AAAKNgE0AgF/AXsgAv0PIQQDQCAAIAFJ" +
  "BEAgAyAA/QAEACAE/SP9ZGlqIQMgAEEQaiEADAELCyADCw==";

/** The module's memory is one page. Larger pieces are no faster. */
const PIECE_BYTES = 64 * 1024;
const VECTOR_BYTES = 16;
/** For shorter parts the module is not worth its cost. */
const SHORT_BYTES = 256;

/** Null without WebAssembly (as under `--jitless`) or without vector instructions. */
let loaded: Counter | null | undefined;

// Its types are only in the browser's library.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly count: (start: number, end: number, byte: number) => number;
    };
  };
};

interface Counter {
  readonly memory: Uint8Array;
  readonly count: (start: number, end: number, byte: number) => number;
}

/** The number of occurrences of a byte in a part of the content, from `start` to `end`, exclusive. */
export function countByte(content: Uint8Array, byte: number, start: number, end: number): number {
  if (end - start < SHORT_BYTES) return countOneByOne(content, byte, start, end);
  loaded ??= loadCounter();
  if (loaded === null) return countOneByOne(content, byte, start, end);
  const { memory, count } = loaded;
  let total = 0;
  // Only whole vectors, because the module would also count the bytes after them.
  const whole = end - ((end - start) % VECTOR_BYTES);
  for (let at = start; at < whole; at += PIECE_BYTES) {
    const piece = content.subarray(at, Math.min(whole, at + PIECE_BYTES));
    memory.set(piece);
    total += count(0, piece.length, byte);
  }
  return total + countOneByOne(content, byte, whole, end);
}

function countOneByOne(content: Uint8Array, byte: number, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (content[at] === byte) count += 1;
  return count;
}

function loadCounter(): Counter | null {
  try {
    const { exports } = new WebAssembly.Instance(
      new WebAssembly.Module(Buffer.from(MODULE, "base64")),
    );
    return { memory: new Uint8Array(exports.memory.buffer), count: exports.count };
  } catch {
    return null;
  }
}
