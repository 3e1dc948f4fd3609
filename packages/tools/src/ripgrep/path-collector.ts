import { isUtf8 } from "node:buffer";
import { createByteRecords } from "./byte-records.ts";

export interface CountedFile {
  /** For display. */
  readonly path: string;
  /** The number of matching lines; null if not counted. */
  readonly count: number | null;
}

export interface PathCollectorOptions {
  /** The number of files to skip. */
  readonly offset: number;
  /** The maximum number of files to keep. */
  readonly limit: number;
  /** Whether each path is followed by a count and a line ending, as written by `--count --null`. */
  readonly hasCounts: boolean;
  /** The path to show, or null to skip the file. */
  readonly fileOf: (name: string) => Promise<string | null>;
}

export interface PathCollector {
  /** False once there is enough. */
  take(chunk: Uint8Array): Promise<boolean>;
  readonly files: readonly CountedFile[];
  /** Whether more files follow the kept ones. */
  readonly hasMore: boolean;
}

/**
 * Collects the paths that ripgrep writes, each ended by a NUL. Skips names that aren't UTF-8, because no
 * tool can open them.
 */
export function createPathCollector(options: PathCollectorOptions): PathCollector {
  const paths = createByteRecords(0);
  const files: { path: string; count: number | null }[] = [];
  let passedOver = 0;
  let hasMore = false;
  // The last kept path, if its count comes with the next record.
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

  /** Takes the digits after a NUL as the count of the path before it. */
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
