export { type ServedSession, ToolServer, type ToolServerOptions } from "./tool-server.ts";
export {
  guardStandardOutput,
  type ServedStdio,
  serveOverStdio,
  type StdioServing,
} from "./stdio.ts";
