// What the MCP SDK takes from its platform, for the bundle. Our server answers what it asks by itself, and
// validates with what the tools bring; nothing of ours gives the SDK a schema to hold an answer against.
export { default as process } from "node:process";

/** Errors: always, as it is never to be used. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The bundled MCP SDK has no validator for JSON Schema.");
  }
}
