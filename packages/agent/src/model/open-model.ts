import type { LanguageModelV4 } from "@ai-sdk/provider";
import { nearestNames } from "@toolwright/core/internal";
import { adaptedModel } from "./ai-sdk-model.ts";
import type { Model, ModelPrice } from "./model.ts";
import { ModelError } from "./model-error.ts";
import { vendorFetch } from "./vendor-fetch.ts";

/** The vendors of `VENDOR/ID`. */
export const vendors = ["openai", "anthropic", "google", "compatible", "scripted"] as const;

export type Vendor = (typeof vendors)[number];

export interface OpenModelOptions {
  /** Where the vendor's keys are. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Instead of the vendor's own address. Needed for `compatible`. */
  readonly baseUrl?: string;
  /** A server that sends nothing for this long is given up. Default: 300,000. */
  readonly silenceMs?: number | undefined;
  /** The tokens of one answer. Default: the model's own limit. */
  readonly maxOutputTokens?: number;
  readonly price?: ModelPrice;
  /** Default: what current models of the vendor have at least; not known for `compatible`. */
  readonly contextTokens?: number;
}

interface VendorRules {
  /** The variables that may hold the key, the first one first. */
  readonly keys: readonly string[];
  readonly needsKey: boolean;
  /** How the names of the vendor's models begin. */
  readonly modelNames?: RegExp;
  /** The context of the vendor's current models, at least. */
  readonly contextTokens?: number;
  load(
    id: string,
    options: { apiKey: string; fetch: typeof globalThis.fetch; baseURL?: string },
  ): Promise<LanguageModelV4>;
}

const rulesOf: Readonly<Record<Exclude<Vendor, "scripted">, VendorRules>> = {
  openai: {
    keys: ["OPENAI_API_KEY"],
    needsKey: true,
    modelNames: /^(?:gpt-|o\d)/,
    contextTokens: 128_000,
    load: async (id, options) =>
      (await import("@ai-sdk/openai")).createOpenAI(options).languageModel(id),
  },
  anthropic: {
    keys: ["ANTHROPIC_API_KEY"],
    needsKey: true,
    modelNames: /^claude-/,
    contextTokens: 200_000,
    load: async (id, options) =>
      (await import("@ai-sdk/anthropic")).createAnthropic(options).languageModel(id),
  },
  google: {
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
    needsKey: true,
    modelNames: /^gemini-/,
    contextTokens: 1_000_000,
    load: async (id, options) =>
      (await import("@ai-sdk/google")).createGoogleGenerativeAI(options).languageModel(id),
  },
  compatible: {
    keys: ["TOOLWRIGHT_API_KEY"],
    needsKey: false,
    load: async (id, { apiKey, fetch, baseURL = "" }) =>
      (await import("@ai-sdk/openai-compatible"))
        .createOpenAICompatible({
          name: "compatible",
          baseURL,
          fetch,
          includeUsage: true,
          ...(apiKey !== "" && { apiKey }),
        })
        .languageModel(id),
  },
};

/**
 * Opens the model of a name such as `openai/gpt-5`, `compatible/qwen3` or `scripted/steps.json`. Only the code of that
 * vendor is loaded.
 *
 * Errors: ModelError for a name without a known vendor, a missing key or base URL, an unreadable script.
 */
export async function openModel(name: string, options: OpenModelOptions): Promise<Model> {
  const [vendor = "", ...rest] = name.split("/");
  const id = rest.join("/");
  if (!isVendor(vendor) || id === "") throw unusable(`${unknownModel(name)}`);
  const { price, contextTokens } = options;
  const known = {
    ...(price !== undefined && { price }),
    ...(contextTokens !== undefined && { contextTokens }),
  };
  if (vendor === "scripted") {
    return (await import("../testing/scripted-model.ts")).readScript(id, known);
  }
  const rules = rulesOf[vendor];
  const { environment, baseUrl, silenceMs, maxOutputTokens } = options;
  const { apiKey, keyVariable } = keyFrom(rules, environment);
  if (rules.needsKey && apiKey === "") throw unusable(`${name} needs a key: set ${keyVariable}.`);
  if (!/^[!-~]*$/.test(apiKey)) {
    throw unusable(`The key in ${keyVariable} has a character that no key has. Set it again.`);
  }
  if (vendor === "compatible" && baseUrl === undefined) {
    throw unusable(
      `${name} needs the address of its server: --base-url URL, or the option \`baseUrl\`.`,
    );
  }
  if (baseUrl !== undefined && !isHttp(baseUrl)) {
    throw unusable(`'${baseUrl}' is not a URL of a server. Write it as http://127.0.0.1:11434/v1.`);
  }
  const model = await rules.load(id, {
    apiKey,
    fetch: vendorFetch({ environment, silenceMs }),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  });
  const facts = {
    id: name,
    ...(rules.contextTokens !== undefined && { contextTokens: rules.contextTokens }),
    ...known,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
  return adaptedModel(model, facts, { keyVariable, key: apiKey });
}

/** Without its protocol, an address is a URL, too: one with the protocol `localhost:`. */
function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function isVendor(name: string): name is Vendor {
  return (vendors as readonly string[]).includes(name);
}

function unknownModel(name: string): string {
  const forms = vendors.map((vendor) => `${vendor}/${vendor === "scripted" ? "FILE" : "ID"}`);
  const guess = likelyName(name);
  const question = guess === undefined ? "" : ` Did you mean ${guess}?`;
  return `'${name}' names no model.${question} Write it as one of ${forms.join(", ")}.`;
}

/** The name with the vendor that was misspelt, or left out before a well-known model. */
function likelyName(name: string): string | undefined {
  const [given = "", ...rest] = name.split("/");
  if (rest.length > 0) {
    const [vendor] = nearestNames(given, vendors, 1);
    return vendor === undefined || rest.join("") === "" ? undefined : [vendor, ...rest].join("/");
  }
  const found = Object.entries(rulesOf).find(([, { modelNames }]) => modelNames?.test(name));
  return found && `${found[0]}/${name}`;
}

/** The first key that is set, with its variable; otherwise the variable that is usual. */
function keyFrom(
  { keys }: VendorRules,
  environment: OpenModelOptions["environment"],
): { readonly apiKey: string; readonly keyVariable: string } {
  const keyVariable = keys.find((key) => (environment[key] ?? "").trim() !== "") ?? keys[0] ?? "";
  return { keyVariable, apiKey: (environment[keyVariable] ?? "").trim() };
}

function unusable(message: string): ModelError {
  return new ModelError(message, { isRetryable: false });
}
