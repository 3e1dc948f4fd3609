import type { TranslationTable } from "./translation-table.ts";

/** A translation with the values that the English text had at its places. */
export interface RecordedText {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Longer text, such as a whole script in a reason, would take long to match. */
const maxLength = 2000;

interface Template extends Pick<RecordedText, "text"> {
  readonly pattern: RegExp;
  /** Without the places. */
  readonly length: number;
}

/** Finds the template from which an English text was made; of several, the one that says the most itself. */
export function recordedTexts(
  tables: readonly TranslationTable[],
): (english: string) => RecordedText | undefined {
  // Made when they are first needed, as most commands need none.
  let templates: readonly Template[] | undefined;
  return (english) => {
    if (english.length > maxLength) return undefined;
    templates ??= templatesOf(tables);
    for (const { pattern, text } of templates) {
      const values = pattern.exec(english)?.groups;
      if (values !== undefined) return { text, values };
    }
    return undefined;
  };
}

function templatesOf(tables: readonly TranslationTable[]): readonly Template[] {
  return tables
    .flatMap((table) => Object.entries(table))
    .map(templateOf)
    .toSorted((one, other) => other.length - one.length);
}

function templateOf([english, text]: readonly [string, string]): Template {
  const parts = english.split(/\{(\w+)\}/);
  // Every second part is a place's name. The group `all` is there because an expression without groups has no record.
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
    // A place that comes again has the same value.
    const first = parts.findIndex((other, index) => index % 2 === 1 && other === part);
    return first < at ? `\\k<${part}>` : `(?<${part}>[^]*?)`;
  });
  const { length } = english.replaceAll(/\{\w+\}/g, "");
  return { text, length, pattern: new RegExp(`^(?<all>${source.join("")})$`) };
}
