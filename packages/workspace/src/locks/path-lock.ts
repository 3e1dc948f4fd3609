/** The end of each path's queue. Process-wide, because two workspaces may share a directory. */
const queues = new Map<string, Promise<void>>();

/**
 * Runs the changes of one path one after the other, in the order they were requested. Changes of
 * several paths never deadlock.
 */
export async function withPathLocks<T>(
  realPaths: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const waits: Promise<void>[] = [];
  // Joining every queue before waiting for any of them prevents deadlocks.
  for (const path of new Set(realPaths)) {
    const ahead = queues.get(path);
    const end = (ahead ?? Promise.resolve()).then(() => finished);
    if (ahead !== undefined) waits.push(ahead);
    queues.set(path, end);
    void end.then(() => {
      if (queues.get(path) === end) queues.delete(path);
    });
  }
  try {
    await Promise.all(waits);
    return await change();
  } finally {
    finish();
  }
}
