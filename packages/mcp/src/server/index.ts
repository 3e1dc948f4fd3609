export { type HttpServing, type ServedHttp, serveOverHttp } from "./http.ts";
export {
  guardStandardOutput,
  type ServedStdio,
  serveOverStdio,
  type StdioServing,
} from "./stdio.ts";
export {
  type Asked,
  type ServedSession,
  ToolServer,
  type ToolServerOptions,
} from "./tool-server.ts";
