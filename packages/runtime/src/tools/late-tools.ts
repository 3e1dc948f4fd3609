import type { RegistrationReport } from "@toolwright/core";

/** The registration of a tool that arrived after the session was opened. */
export type LateReport = RegistrationReport & { readonly source: string };

/** Tools that are loaded in the background, with their first use. */
export interface LateTools {
  readonly reports: readonly LateReport[];
  /** Starts loading if needed. Resolves when all tools are there, or after `maxMs`. Never rejects. */
  within(maxMs: number): Promise<void>;
  /** Cancels loading, and resolves once nothing of it runs. */
  close(): Promise<void>;
}

/** The time that a call waits for a late tool, a little longer than the limit of a list command. */
export const maxLateMs = 15_000;

/** `load` registers the tools and never rejects; `onArrival` is called if it registered any. */
export function lateTools(
  load: (signal: AbortSignal) => Promise<readonly LateReport[]>,
  onArrival: () => Promise<void>,
): LateTools {
  const reports: LateReport[] = [];
  const leaving = new AbortController();
  let arrived: Promise<void> | null = null;
  const arrive = async (): Promise<void> => {
    reports.push(...(await load(leaving.signal)));
    if (reports.some(({ isRegistered }) => isRegistered)) await onArrival();
  };
  return {
    reports,
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
