// For hosts that log people in and authorize their sessions
export { AuthorizationError } from "./authorization-error.ts";
export {
  createCredentialStore,
  type CredentialSlot,
  type CredentialStore,
} from "./credential-store.ts";
export { type Credentials } from "./credentials.ts";
export { login, type Login, type LoginOptions } from "./login.ts";
export {
  sessionAuthorization,
  type SessionAuthorizationOptions,
} from "./session-authorization.ts";
