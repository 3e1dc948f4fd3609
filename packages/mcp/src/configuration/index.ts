// For those who list the configured servers without loading the client
export { identityOf } from "./identity.ts";
export {
  readServers,
  type FoundServer,
  type ReadServers,
  type ReadServersOptions,
  type ServerSource,
} from "./read-servers.ts";
export { serverName } from "./server-name.ts";
export { writtenServer, type WrittenServer } from "./written-server.ts";
export type { OAuthOptions, ServerConfiguration, ServerTransport } from "./server-configuration.ts";

// For sessions that address a person
export { mcpChinese } from "../language/load-chinese.ts";
