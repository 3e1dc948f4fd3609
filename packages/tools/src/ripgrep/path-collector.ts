import { isUtf8 } from "node:buffer";
import { createByteRecords } from "./byte-records.ts";

export interface CountedFile {
  /** As to be shown. */
  readonly path: string;
  /** Matching lines; null when they weren't counted. */
  readonly count: number | null;
}

export interface PathCollectorOptions {
  /** How many files to pass over first. */
  readonly offset: number;
  /** How many files to keep at most. */
  readonly limit: number;
  /** Each path is followed by a count and a line end, as `--count --null` writes it. */
  readonly hasCounts: boolean;
  /** The path to show, or null to leave the file out. */
  readonly fileOf: (name: string) => Promise<string | null>;
}

export interface PathCollector {
  /** False once there is enough. */
  take(chunk: Uint8Array): Promise<boolean>;
  readonly files: readonly CountedFile[];
  /** There is at least one more file than was passed over and kept. */
  readonly hasMore: boolean;
}

/**
 * Collects the paths that ripgrep writes with a NUL after each. A name that isn't UTF-8 can't be
 * asked for, so it is left out.
 */
export function createPathCollector(options: PathCollectorOptions): PathCollector {
  const paths = createByteRecords(0);
  const files: { path: string; count: number | null }[] = [];
  let passedOver = 0;
  let hasMore = false;
  // Of the last path kept, whose count comes with the next record.
  let uncounted: { count: number | null } | null = null;

  const takePath = async (record: Buffer): Promise<boolean> => {
    const path = isUtf8(record) ? await options.fileOf(record.toString("utf8")) : null;
    uncounted = null;
    if (path === null) return true;
    if (passedOver < options.offset) {
      passedOver++;
      return true;
    }
    if (files.length >= options.limit) {
      hasMore = true;
      return false;
    }
    const file = { path, count: null };
    files.push(file);
    uncounted = file;
    return true;
  };

  /** The digits after a NUL are the count of the path before it. */
  const takeCount = (bytes: Buffer): Buffer => {
    const end = bytes.indexOf(10);
    if (end < 0) return bytes;
    if (uncounted !== null) uncounted.count = Number(bytes.toString("latin1", 0, end));
    return bytes.subarray(end + 1);
  };

  let isFirst = true;
  return {
    files,
    get hasMore() {
      return hasMore;
    },
    async take(chunk) {
      for (const record of paths.push(chunk)) {
        const path = options.hasCounts && !isFirst ? takeCount(record) : record;
        isFirst = false;
        if (!(await takePath(path))) return false;
      }
      // The last path's count has no NUL after it.
      if (options.hasCounts && !isFirst && /^\d+\r?\n$/.test(paths.rest().toString("latin1"))) {
        takeCount(paths.rest());
      }
      return true;
    },
  };
}
