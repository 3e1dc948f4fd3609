import type { CreateMessageRequest, CreateMessageResult } from "@modelcontextprotocol/client";

/** Lets a server ask the host's model something, once a person has agreed. */
export type Sample = (
  request: CreateMessageRequest["params"],
  signal: AbortSignal,
) => Promise<CreateMessageResult>;
