import { actionGlossary } from "./actions.ts";
import { codeAndBuildsGlossary } from "./code-and-builds.ts";
import { commerceGlossary } from "./commerce.ts";
import { filesAndNetworksGlossary } from "./files-and-networks.ts";
import { dataAndWebGlossary } from "./data-and-web.ts";
import { moreActionsGlossary } from "./more-actions.ts";
import { moreKindsGlossary } from "./more-kinds.ts";
import { kindGlossary } from "./kinds.ts";
import { foodSportAndTravelGlossary } from "./food-sport-and-travel.ts";
import { placesMusicAndHomesGlossary } from "./places-music-and-homes.ts";
import { databasesAndCloudsGlossary } from "./databases-and-clouds.ts";
import { operationsGlossary } from "./operations.ts";
import { mapsWeatherAndEnergyGlossary } from "./maps-weather-and-energy.ts";
import { professionsGlossary } from "./professions.ts";
import { artsAndSocietyGlossary } from "./arts-and-society.ts";
import { talkAndSupportGlossary } from "./talk-and-support.ts";
import { marketingStaffAndIndustryGlossary } from "./marketing-staff-and-industry.ts";
import { workAndDocumentsGlossary } from "./work-and-documents.ts";
import { householdGlossary } from "./household.ts";
import { moneyGlossary } from "./money.ts";
import { officeGlossary } from "./office.ts";
import { systemGlossary } from "./systems.ts";
import { type Naming, raise } from "../naming.ts";
import { stem } from "../stem.ts";
import { isEmptyWord } from "../words.ts";

// A glossary is a dictionary the other way round: from what people say to what tools are called. A line is
// `thing: names and descriptions of it; words that hint at it`, with hyphens within what is several words. It leads
// from the right to the left: "jab" means an immunization, and hardly anybody who writes "immunization" a jab.
// Written by hand, as general vocabulary.

/** How near a thing is to what names it, by one word or several, and to what hints at it; a word itself is 1. */
interface Nearness {
  readonly word: number;
  readonly words: number;
  readonly hint: number;
}

/** Things by their names, what is done, and kinds by what is of that kind. */
const things: Nearness = { word: 0.85, words: 0.85, hint: 0.45 };
const actions: Nearness = { word: 0.6, words: 0.85, hint: 0.2 };
const kinds: Nearness = { word: 0.5, words: 0.5, hint: 0.3 };
/** What two names of the same thing are to each other, as a share of how near the thing is. */
const otherName = 0.7;
/** What is no nearer to a thing is of its kind or hints at it, and shares no name with it. */
const leastNamed = 0.6;

const thingGlossaries = [
  workAndDocumentsGlossary,
  databasesAndCloudsGlossary,
  placesMusicAndHomesGlossary,
  professionsGlossary,
  filesAndNetworksGlossary,
  foodSportAndTravelGlossary,
  marketingStaffAndIndustryGlossary,
  codeAndBuildsGlossary,
  operationsGlossary,
  dataAndWebGlossary,
  commerceGlossary,
  talkAndSupportGlossary,
  mapsWeatherAndEnergyGlossary,
  artsAndSocietyGlossary,
  officeGlossary,
  systemGlossary,
  moneyGlossary,
  householdGlossary,
];

/** `throw-out` is also "throw the old one out". */
const particles = new Set(
  "along around aside away back by down forward in off on out over round through together up".split(
    " ",
  ),
);

/** They may stand in a description or not. */
const articles = new Set("a an at by for from in my of our the to with".split(" "));

/** Something that is said for a thing. */
interface Saying {
  /** Words with hyphens between. */
  readonly text: string;
  /** Stems with spaces between. */
  readonly thing: string;
  readonly nearness: Nearness;
  readonly isHint: boolean;
}

/** What is said with a word. */
interface Entry {
  /** What it may stand for alone: stems with spaces between, and how near each is. */
  readonly things: ReadonlyMap<string, number>;
  /** What begins with it, the longest first. */
  readonly namings: readonly Naming[];
}

class Glossary {
  /** Of phrasal verbs, with a space within, what they do. */
  readonly phrasalVerbs = new Map<string, string[]>();
  /** By the first word of each, and by the second of two. */
  readonly #sayings = new Map<string, Saying[]>();
  readonly #namesOf = new Map<string, string[]>();
  /** Worked out when a word is first asked for: few of them ever are. */
  readonly #entries = new Map<string, Entry>();

  constructor() {
    for (const text of thingGlossaries) this.#read(text, things);
    for (const text of [actionGlossary, moreActionsGlossary]) this.#read(text, actions);
    for (const text of [kindGlossary, moreKindsGlossary]) this.#read(text, kinds);
  }

  #read(glossary: string, nearness: Nearness): void {
    for (const line of glossary.split("\n")) {
      const [head = "", rest] = line.split(": ");
      if (rest === undefined) continue;
      const thing = stemsOf(head).join(" ");
      const [names = "", hints = ""] = rest.split("; ");
      const saidNames = names.split(" ");
      if (nearness === things) {
        getOrMake<string[]>(this.#namesOf, thing, () => []).push(...saidNames);
      }
      for (const text of saidNames) {
        if (nearness === actions && isPhrasal(text)) {
          getOrMake<string[]>(this.phrasalVerbs, text.replace("-", " "), () => []).push(head);
        } else {
          this.#add({ text, thing, nearness, isHint: false });
        }
      }
      for (const text of hints.split(" ")) this.#add({ text, thing, nearness, isHint: true });
    }
  }

  #add(saying: Saying): void {
    const { text } = saying;
    // What a query is never asked for stands for nothing.
    if (text === "" || isEmptyWord(text)) return;
    const words = text.includes("-") ? tellingOf(text) : [text];
    const [first = "", second] = words;
    getOrMake<Saying[]>(this.#sayings, stem(first), () => []).push(saying);
    if (second !== undefined && words.length === 2) {
      getOrMake<Saying[]>(this.#sayings, stem(second), () => []).push(saying);
    }
  }

  entryOf(word: string): Entry {
    return getOrMake(this.#entries, word, () => this.#makeEntry(word));
  }

  #makeEntry(word: string): Entry {
    const alone = new Map<string, number>();
    const namings = new Map<string, Naming>();
    for (const { text, thing, nearness, isHint } of this.#sayings.get(word) ?? []) {
      const stems = stemsOf(text);
      const several = isHint ? nearness.hint : nearness.words;
      if (stems.length === 1) raise(alone, thing, isHint ? nearness.hint : nearness.word);
      else if (stems[0] === word) addNaming(namings, { stems, isTurned: false }, thing, several);
      if (stems.length === 2 && stems[1] === word) {
        addNaming(namings, { stems: stems.toReversed(), isTurned: true }, thing, several);
      }
    }
    return {
      things: alone,
      namings: [...namings.values()].sort((a, b) => b.stems.length - a.stems.length),
    };
  }

  /** Everything else that things which are so near may be called: stems with spaces between. */
  otherNamesOf(found: Iterable<readonly [string, number]>): ReadonlyMap<string, number> {
    const names = new Map<string, number>();
    for (const [thing, nearness] of found) {
      if (nearness <= leastNamed) continue;
      for (const name of this.#namesOf.get(thing) ?? []) {
        raise(names, stemsOf(name).join(" "), nearness * otherName);
      }
    }
    return names;
  }
}

function isPhrasal(text: string): boolean {
  const [, particle = "", ...rest] = text.split("-");
  return rest.length === 0 && particles.has(particle);
}

function addNaming(
  namings: Map<string, Naming>,
  { stems, isTurned }: Pick<Naming, "stems" | "isTurned">,
  thing: string,
  nearness: number,
): void {
  const key = `${stems.join(" ")}${isTurned ? " ~" : ""}`;
  const naming = getOrMake<Naming>(namings, key, () => ({ stems, isTurned, things: new Map() }));
  raise(naming.things, thing, nearness);
}

function stemsOf(text: string): readonly string[] {
  return text.includes("-") ? tellingOf(text).map(stem) : [stem(text)];
}

function tellingOf(text: string): readonly string[] {
  const words = text.split("-");
  const telling = words.filter((word) => !articles.has(word));
  return telling.length === 0 ? words : telling;
}

function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Made by the first search: most sessions have none. */
let made: Glossary | null = null;

/** The one glossary there is. */
export function glossary(): Glossary {
  made ??= new Glossary();
  return made;
}
