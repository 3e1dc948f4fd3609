import { z } from "zod";
import {
  listOf,
  type SearchProvider,
  someText,
  withParameters,
  withSiteOperators,
} from "./search-provider.ts";

const answer = z.object({
  items: listOf(z.object({ title: z.string(), link: z.string(), snippet: someText })).optional(),
});

/** Source: https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list */
export const google: SearchProvider = {
  maxResults: 10,
  requestFor: (query, { url, key, engine }) => ({
    url: withParameters(`${url}/customsearch/v1`, {
      cx: engine,
      q: withSiteOperators(query),
      num: String(query.maxResults),
    }),
    // Unlike a parameter, a header is in no log of addresses.
    headers: { "X-Goog-Api-Key": key },
  }),
  resultsOf: (json) =>
    (answer.parse(json).items ?? []).map(({ title, link, snippet }) => ({
      title,
      url: link,
      snippet,
      date: "",
    })),
};
