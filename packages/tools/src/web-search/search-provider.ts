import { z } from "zod";

/** What a search asks for. */
export interface ProviderQuery {
  readonly query: string;
  readonly maxResults: number;
  readonly allowedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
}

/** What a person has set up. */
export interface ProviderAccess {
  /** Where the service is, without a final slash. */
  readonly url: string;
  /** Empty for a service without keys. */
  readonly key: string;
  /** Google only: which of the person's search engines. */
  readonly engine: string;
}

export interface ProviderRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A result as the service gives it. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date: string;
}

/** How to speak with a service. */
export interface SearchProvider {
  readonly maxResults: number;
  requestFor(query: ProviderQuery, access: ProviderAccess): ProviderRequest;
  /** The results in a response's JSON; throws for another shape. */
  resultsOf(answer: unknown): readonly FoundPage[];
}

/** A list whose items may be broken one by one. */
export function listOf<Item extends z.ZodType>(item: Item): z.ZodType<z.output<Item>[]> {
  return z.array(z.unknown()).transform((list) =>
    list.flatMap((each): z.output<Item>[] => {
      const parsed = item.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

/** A text that may be missing. */
export const someText = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/** The search with its domains as operators, for services that know no other way. */
export function withSiteOperators({
  query,
  allowedDomains,
  blockedDomains,
}: ProviderQuery): string {
  const allowed = allowedDomains.map((domain) => `site:${domain}`);
  return [
    query,
    ...(allowed.length > 1 ? [`(${allowed.join(" OR ")})`] : allowed),
    ...blockedDomains.map((domain) => `-site:${domain}`),
  ].join(" ");
}

/** The address with parameters. */
export function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(parameters).toString()}`;
}
