// For hosts that open a session, and for programs that replace its access to the web
export { createWeb, type WebOptions } from "./create-web.ts";
export type { WebLimits } from "./web-limits.ts";
