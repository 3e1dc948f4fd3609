import {
  type MakeCounted,
  type MakePhrase,
  makeCounted,
  makePhrase,
} from "@toolwright/core/internal";
import type { Chinese } from "./chinese.ts";

/** A text of the command line for a person. */
export const phrase: MakePhrase<Chinese> = makePhrase;
export const counted: MakeCounted<Chinese> = makeCounted;
