import { type MakePhrase, makePhrase } from "@toolwright/core/internal";
import type { chinese } from "./chinese.ts";

/** A text of this package for a person. */
export const phrase: MakePhrase<typeof chinese> = makePhrase;
