import {
  type MakeCounted,
  type MakePhrase,
  makeCounted,
  makePhrase,
} from "@toolwright/core/internal";
import type { chinese } from "./chinese.ts";

/** A text of the command line for a person. */
export const phrase: MakePhrase<typeof chinese> = makePhrase;
export const counted: MakeCounted<typeof chinese> = makeCounted;
