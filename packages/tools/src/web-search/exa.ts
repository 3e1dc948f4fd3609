import { z } from "zod";
import { listOf, type SearchProvider, someText } from "./search-provider.ts";

const answer = z.object({
  results: listOf(
    z.object({
      title: someText,
      url: z.string(),
      publishedDate: someText,
      highlights: z.array(z.string()).nullish(),
    }),
  ),
});

/** Source: https://docs.exa.ai/reference/search */
export const exa: SearchProvider = {
  maxResults: 20,
  requestFor: ({ query, maxResults, allowedDomains, blockedDomains }, { url, key }) => ({
    url: `${url}/search`,
    headers: { "x-api-key": key },
    body: {
      query,
      numResults: maxResults,
      ...(allowedDomains.length > 0 && { includeDomains: allowedDomains }),
      ...(blockedDomains.length > 0 && { excludeDomains: blockedDomains }),
      contents: { highlights: true },
    },
  }),
  resultsOf: (json) =>
    answer.parse(json).results.map(({ title, url, publishedDate: date, highlights }) => ({
      title,
      url,
      snippet: highlights?.join(" … ") ?? "",
      date,
    })),
};
