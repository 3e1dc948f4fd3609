const hooks = new Set<() => void>();

function runHooks(): void {
  for (const hook of hooks) hook();
}

/**
 * Runs a synchronous function when this process exits. One listener serves all functions and exists only
 * while there are some. Returns a function that unregisters it.
 */
export function onExit(hook: () => void): () => void {
  if (hooks.size === 0) process.on("exit", runHooks);
  hooks.add(hook);
  return () => {
    hooks.delete(hook);
    if (hooks.size === 0) process.off("exit", runHooks);
  };
}
