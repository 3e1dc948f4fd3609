import type { JsonSchema } from "../schema/standard-schema.ts";

/** A question that an MCP server or a tool, not the policy, asks the person while a call runs. */
export type ElicitationRequest = {
  /** The asker, as the person knows it: "the MCP server 'github'". */
  readonly from: string;
  /** The asker's text: untrusted, and shown as the asker's. */
  readonly message: string;
} & (
  | {
      readonly kind: "form";
      /** An object of texts, numbers, booleans and choices, one level deep. */
      readonly schema: JsonSchema;
    }
  /** A page that the person should visit. Hosts show the whole address and never open it themselves. */
  | { readonly kind: "url"; readonly url: string }
);

export type Elicitation = ElicitationRequest & {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly agent: string;
};

/** Accepting a form includes its values. */
export type ElicitationAnswer =
  | { readonly action: "accept"; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };
