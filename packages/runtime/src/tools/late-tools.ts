import type { RegistrationReport } from "@toolwright/core";

/** What became of one tool that came from elsewhere while the session was open already. */
export type LateReport = RegistrationReport & { readonly source: string };

/** Tools that come to a session in the background, from programs that have to be asked for them. */
export interface LateTools {
  readonly reports: readonly LateReport[];
  /**
   * Starts to bring them, if nobody did before: most calls need none of them. Resolves when all are there,
   * or after so many milliseconds. Never rejects.
   */
  within(maxMs: number): Promise<void>;
  /** Gives up what is still under way; nothing of it runs when it resolves. */
  close(): Promise<void>;
}

/** How long a call waits for a tool that isn't there yet: a little more than a list command may take. */
export const maxLateMs = 15_000;

export interface LateSource {
  /** Of the registry. */
  readonly source: string;
  /** Brings the tools in, and says what became of each. Never rejects. */
  bring(signal: AbortSignal): Promise<readonly RegistrationReport[]>;
}

/** All sources are started side by side; `onArrival` is called for each that brought tools. */
export function lateTools(
  sources: readonly LateSource[],
  onArrival: () => Promise<void>,
): LateTools {
  const reports: LateReport[] = [];
  const leaving = new AbortController();
  let arrived: Promise<unknown> | null = null;
  const bringAll = (): Promise<unknown> =>
    Promise.all(
      sources.map(async (late) => {
        const brought = await late.bring(leaving.signal);
        reports.push(...brought.map((report) => ({ ...report, source: late.source })));
        if (brought.some(({ isRegistered }) => isRegistered)) await onArrival();
      }),
    );
  return {
    reports,
    async within(maxMs) {
      arrived ??= bringAll();
      if (sources.length === 0 || maxMs === 0) return;
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
