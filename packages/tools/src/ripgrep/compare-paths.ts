const slash = 0x2f;

/**
 * Orders paths as a walk in order of names would: a directory's content comes right after it. By
 * UTF-16 units, `/` before all others.
 */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one === other) continue;
    if (one === slash) return -1;
    return other === slash || one > other ? 1 : -1;
  }
  return a.length - b.length;
}
