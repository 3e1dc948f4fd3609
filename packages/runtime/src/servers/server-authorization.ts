import type { Redactor } from "@toolwright/core";
import type { ServerConfiguration, ServerHubOptions } from "@toolwright/mcp";
import { createCredentialStore, sessionAuthorization } from "@toolwright/mcp/authorization";

/**
 * How servers are told who asks: by what a person's login left. Tokens are hidden wherever they could be shown.
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

/** A person who gave the header themselves has said who asks. */
export function takesLogin({ transport }: ServerConfiguration): boolean {
  return (
    transport.type !== "stdio" &&
    !Object.keys(transport.headers).some((name) => name.toLowerCase() === "authorization")
  );
}
