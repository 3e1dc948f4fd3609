import type { chinese } from "./chinese.ts";
import { type MakePhrase, makePhrase } from "./phrase.ts";

/** A text of this package for a person. */
export const phrase: MakePhrase<typeof chinese> = makePhrase;
