import type { ToolContext } from "@toolwright/core";
import { cutText, messageOf } from "@toolwright/core/internal";
import type { FetchedPage } from "./fetch-page.ts";
import { textOf } from "./page-content.ts";
import { untrustedText } from "./untrusted-text.ts";

/** An answer, or the reason why there is none. */
export type Answered = { readonly answer: string } | { readonly why: string };

/** What a model gets to read of all pages together. */
const maxCharacters = 200_000;

/** Lets the session's model answer a prompt from pages. Errors: the signal's reason. */
export async function answerFrom(
  pages: readonly FetchedPage[],
  prompt: string,
  { askModel, signal }: Pick<ToolContext, "askModel" | "signal">,
): Promise<Answered> {
  const texts = pages.flatMap((page) => {
    const text = "error" in page ? "" : textOf(page);
    return text === "" ? [] : [untrustedText(`The page ${page.url.href}:`, text)];
  });
  if (askModel === undefined) return { why: "this session has no model for it" };
  if (texts.length === 0) return { why: "there is no text to read" };
  try {
    const answer = await askModel(
      `Answer the question from the pages below, and from nothing else. If they do not answer it, say so. Quote code and numbers exactly, and name the page that each fact comes from.\n\nQuestion: ${prompt}\n\n${cutText(texts.join("\n\n"), maxCharacters)}`,
    );
    return answer.trim() === "" ? { why: "the model answered nothing" } : { answer };
  } catch (thrown) {
    signal.throwIfAborted();
    return { why: `the model failed: ${messageOf(thrown)}` };
  }
}
