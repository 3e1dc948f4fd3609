import { ToolError, type ToolContext } from "@toolwright/core";
import type { WebResponse } from "@toolwright/core/ports";
import { requestEffect } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { redirectTarget } from "./redirect-target.ts";

type FetchContext = Pick<ToolContext, "language" | "requestEffects" | "signal" | "web">;

const maxRedirects = 5;

export interface Arrived {
  /** After redirects. */
  readonly url: URL;
  readonly response: WebResponse;
}

/**
 * Fetches a URL and follows its redirects. The policy decides each redirect to a host and port that the call has
 * not been allowed yet.
 *
 * allowed: hosts and ports of the call's effects, extended by what is allowed here.
 * Errors: ToolError `network-blocked`, `permission-denied`, `network-failed`; errors of the web.
 */
export async function followRedirects(
  start: URL,
  { accept, allowed }: { readonly accept: string; readonly allowed: Set<string> },
  context: FetchContext,
): Promise<Arrived> {
  let url = start;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const response = await context.web.fetch({ url, accept, signal: context.signal });
    const next = redirectTarget(response, url);
    if (next === null) return { url, response };
    await assertMayLead(url, next, context);
    await allow(url, next, allowed, context);
    url = next;
  }
  throw new ToolError(
    "network-failed",
    `${start.href} redirects more than ${maxRedirects} times, last to ${url.href}. Fetch another address.`,
  );
}

/** The host and port that an effect of this URL names. */
export function endpointOf(url: URL): string {
  const { host, port } = requestEffect(url);
  return `${host}:${port}`;
}

async function assertMayLead(from: URL, to: URL, { web }: FetchContext): Promise<void> {
  const isDowngrade = from.protocol === "https:" && to.protocol === "http:";
  const against = isDowngrade ? "A redirect must not leave https." : await web.reasonAgainst(to);
  if (against === null) return;
  throw new ToolError(
    "network-blocked",
    `${from.href} redirects to ${to.href}, which was not followed: ${against}`,
  );
}

async function allow(
  from: URL,
  to: URL,
  allowed: Set<string>,
  context: FetchContext,
): Promise<void> {
  if (allowed.has(endpointOf(to))) return;
  const against = await context.requestEffects(
    [requestEffect(to)],
    context.language.say(
      phrase("Follow a redirect from {from} to {to}", { from: from.href, to: to.href }),
    ),
  );
  if (against !== null) {
    throw new ToolError(
      "permission-denied",
      `${from.href} redirects to ${to.href}, which was not followed: ${against}`,
    );
  }
  allowed.add(endpointOf(to));
}
