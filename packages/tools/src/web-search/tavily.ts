import { z } from "zod";
import { listOf, type SearchProvider, someText } from "./search-provider.ts";

const answer = z.object({
  results: listOf(
    z.object({ title: z.string(), url: z.string(), content: someText, published_date: someText }),
  ),
});

/** Source: https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily: SearchProvider = {
  maxResults: 20,
  requestFor: ({ query, maxResults, allowedDomains, blockedDomains }, { url, key }) => ({
    url: `${url}/search`,
    headers: { Authorization: `Bearer ${key}` },
    body: {
      query,
      max_results: maxResults,
      include_domains: allowedDomains,
      exclude_domains: blockedDomains,
    },
  }),
  resultsOf: (json) =>
    answer.parse(json).results.map(({ title, url, content, published_date: date }) => ({
      title,
      url,
      snippet: content,
      date,
    })),
};
