import { z } from "zod";
import { plainText } from "../web-content/html/plain-text.ts";
import {
  listOf,
  type SearchProvider,
  someText,
  withParameters,
  withSiteOperators,
} from "./search-provider.ts";

const answer = z.object({
  web: z
    .object({
      results: listOf(
        z.object({ title: z.string(), url: z.string(), description: someText, page_age: someText }),
      ),
    })
    .optional(),
});

/** Source: https://api-dashboard.search.brave.com/documentation */
export const brave: SearchProvider = {
  maxResults: 20,
  requestFor: (query, { url, key }) => ({
    url: withParameters(`${url}/res/v1/web/search`, {
      q: withSiteOperators(query),
      count: String(query.maxResults),
      text_decorations: "false",
    }),
    headers: { "X-Subscription-Token": key },
  }),
  resultsOf: (json) =>
    (answer.parse(json).web?.results ?? []).map((result) => ({
      // Both are HTML.
      title: plainText(result.title),
      snippet: plainText(result.description),
      url: result.url,
      date: result.page_age,
    })),
};
