import { z } from "zod";
import {
  listOf,
  type SearchProvider,
  someText,
  withParameters,
  withSiteOperators,
} from "./search-provider.ts";

const answer = z.object({
  results: listOf(
    z.object({ title: z.string(), url: z.string(), content: someText, publishedDate: someText }),
  ),
});

/** Source: https://docs.searxng.org/dev/search_api.html */
export const searxng: SearchProvider = {
  maxResults: 20,
  requestFor: (query, { url }) => ({
    url: withParameters(`${url}/search`, { q: withSiteOperators(query), format: "json" }),
  }),
  resultsOf: (json) =>
    answer.parse(json).results.map(({ title, url, content, publishedDate: date }) => ({
      title,
      url,
      snippet: content,
      date,
    })),
};
