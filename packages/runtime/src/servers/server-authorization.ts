import type { Redactor } from "@toolwright/core";
import type { ServerConfiguration, ServerHubOptions } from "@toolwright/mcp";
import { createCredentialStore, sessionAuthorization } from "@toolwright/mcp/authorization";

/**
 * Authorizes requests to servers with the tokens of a login. The redactor hides these tokens.
 */
export function serverAuthorization(
  stateDirectory: string,
  redactor: Pick<Redactor, "addSecret">,
): NonNullable<ServerHubOptions["authorizationFor"]> {
  const store = createCredentialStore(stateDirectory);
  return (server) => {
    if (!takesLogin(server)) return undefined;
    const hide = (secret: string): void => redactor.addSecret?.(`MCP_${server.name}_TOKEN`, secret);
    return sessionAuthorization({ server, store, hide });
  };
}

/** Whether a server uses a login: not a command, and no Authorization header in the settings. */
export function takesLogin({ transport }: ServerConfiguration): boolean {
  return (
    transport.type !== "stdio" &&
    !Object.keys(transport.headers).some((name) => name.toLowerCase() === "authorization")
  );
}
