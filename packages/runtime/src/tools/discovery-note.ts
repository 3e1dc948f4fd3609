import type { Discovered } from "./discovery.ts";

const maxNamed = 3;

/** What a person should know of a discovery; null when all went well. */
export function discoveryNote({ reports, problem }: Discovered): string | null {
  if (problem !== null) return problem;
  const refused = reports.flatMap((report) => (report.isRegistered ? [] : [report]));
  if (refused.length === 0) return null;
  const named = refused
    .slice(0, maxNamed)
    .map(({ name, reason }) => `${name} (${reason.replace(/\.$/, "")})`);
  const rest = refused.length - named.length;
  const more = rest > 0 ? ` and ${rest} more (toolwright tools --all)` : "";
  return `discovery: ${refused.length} of ${reports.length} tools can't be used: ${named.join(", ")}${more}`;
}
