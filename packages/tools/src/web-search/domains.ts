import { ToolError } from "@toolwright/core";

/**
 * Domains as hosts in lower case. Models also write `https://www.example.com/path` and `*.example.com`.
 *
 * Errors: ToolError `input-invalid` for what is no domain.
 */
export function normalDomains(given: readonly string[]): readonly string[] {
  return [...new Set(given.map(normalDomain))];
}

function normalDomain(given: string): string {
  const text = given.trim().replace(/^\*\./, "");
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const host = url?.hostname.replace(/^www\./, "") ?? "";
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)) return host;
  throw new ToolError(
    "input-invalid",
    `'${given}' is not a domain. Write one such as docs.example.com.`,
  );
}
