import type { RegistrationReport } from "@toolwright/core";

/** The registration of a tool that arrived after the session was opened. */
export type LateReport = RegistrationReport & { readonly source: string };

/** Tools that are loaded in the background, with their first use. */
export interface LateTools {
  readonly reports: readonly LateReport[];
  /** Starts loading if needed. Resolves when all tools are there, or after `maxMs`. Never rejects. */
  within(maxMs: number): Promise<void>;
  /** Loads them again, after a loading that still runs. Never rejects. */
  again(): Promise<void>;
  /** Cancels loading, and resolves once nothing of it runs. */
  close(): Promise<void>;
}

/** The time that a call waits for a late tool, a little longer than the limit of a list command. */
export const maxLateMs = 15_000;

/**
 * `load` registers the tools and never rejects; null if it failed and changed nothing. `onArrival` is called after a
 * change.
 */
export function lateTools(
  load: (signal: AbortSignal) => Promise<readonly LateReport[] | null>,
  onArrival: () => Promise<void>,
): LateTools {
  let reports: readonly LateReport[] = [];
  const leaving = new AbortController();
  let arrived: Promise<void> | null = null;
  const arrive = async (): Promise<void> => {
    const loaded = await load(leaving.signal);
    if (loaded === null) return;
    const hasTools = [...reports, ...loaded].some(({ isRegistered }) => isRegistered);
    reports = loaded;
    if (hasTools) await onArrival();
  };
  return {
    get reports() {
      return reports;
    },
    async again() {
      const before = arrived;
      arrived = (async () => {
        await before;
        if (!leaving.signal.aborted) await arrive();
      })();
      await arrived;
    },
    async within(maxMs) {
      arrived ??= arrive();
      if (maxMs === 0) return;
      const timer = new AbortController();
      const late = new Promise<void>((resolve) => {
        const timeout = setTimeout(resolve, maxMs);
        timer.signal.addEventListener("abort", () => clearTimeout(timeout));
      });
      await Promise.race([arrived, late]);
      timer.abort();
    },
    async close() {
      leaving.abort();
      await arrived;
    },
  };
}
