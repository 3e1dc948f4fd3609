import type { CreateMessageRequest, CreateMessageResult } from "@modelcontextprotocol/client";

/** Lets a server query the host's model after the person's approval. */
export type Sample = (
  request: CreateMessageRequest["params"],
  signal: AbortSignal,
) => Promise<CreateMessageResult>;
