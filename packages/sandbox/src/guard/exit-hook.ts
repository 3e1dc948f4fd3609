const hooks = new Set<() => void>();

function runHooks(): void {
  for (const hook of hooks) hook();
}

/**
 * Has a synchronous function run when this process exits. One listener serves all of them and is
 * there only while there are some. Returns the way to take it back.
 */
export function onExit(hook: () => void): () => void {
  if (hooks.size === 0) process.on("exit", runHooks);
  hooks.add(hook);
  return () => {
    hooks.delete(hook);
    if (hooks.size === 0) process.off("exit", runHooks);
  };
}
