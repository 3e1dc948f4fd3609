// For hosts that open a session, and for programs that replace its access to the web
export { createWeb, type WebOptions } from "./create-web.ts";
export type { WebLimits } from "./web-limits.ts";
export { createWebSearch, type WebSearchOptions } from "../web-search/create-web-search.ts";
