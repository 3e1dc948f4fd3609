/** Resolves when the first promise settles, or at the limit. Leaves no timer behind. */
export function firstOf(limitMs: number, ...promises: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, limitMs);
    for (const promise of promises) promise.then(end, end);
  });
}
