import type { JsonSchema } from "../schema/standard-schema.ts";

/** What somebody else than the policy wants to know of the person while a call runs: an MCP server, a tool. */
export type ElicitationRequest = {
  /** Who wants to know, as the person knows them: "the MCP server 'github'". */
  readonly from: string;
  /** Written by them: not to be trusted, and shown as theirs. */
  readonly message: string;
} & (
  | {
      readonly kind: "form";
      /** An object of texts, numbers, booleans and choices, one level deep. */
      readonly schema: JsonSchema;
    }
  /** Something to be done on a page. Its address is shown whole and opened by the person, never by us. */
  | { readonly kind: "url"; readonly url: string }
);

export type Elicitation = ElicitationRequest & {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly agent: string;
};

/** `accept` of a form has its values. */
export type ElicitationAnswer =
  | { readonly action: "accept"; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };
