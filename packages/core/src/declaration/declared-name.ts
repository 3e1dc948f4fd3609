/**
 * A name that a vendor accepts. Other characters become `_`, and `_` is put before a first character that isn't
 * allowed. A name that was changed or is too long ends in a hash of the whole name, so that two names never
 * become one. Valid names stay as they are.
 */
export function declaredName(name: string, limits: NameLimits): string {
  let changed = name.replaceAll(limits.forbidden, "_");
  if (!limits.first.test(changed)) changed = `_${changed}`;
  if (changed === name && name.length <= limits.maxLength) return name;
  const hash = stableHash(name);
  return `${changed.slice(0, limits.maxLength - hash.length - 1)}_${hash}`;
}

export interface NameLimits {
  /** An expression with the flag `g`. */
  readonly forbidden: RegExp;
  readonly first: RegExp;
  readonly maxLength: number;
}

/** The limits of OpenAI, of compatible APIs and of Anthropic. */
export const commonNameLimits: NameLimits = { forbidden: /[^\w-]/g, first: /^./, maxLength: 64 };

export const geminiNameLimits: NameLimits = {
  forbidden: /[^\w.:-]/g,
  first: /^[A-Za-z_]/,
  maxLength: 64,
};

export const mcpNameLimits: NameLimits = { forbidden: /[^\w.-]/g, first: /^./, maxLength: 128 };

/**
 * Eight hexadecimal digits, the same on every machine and in every version.
 *
 * Source: FNV-1a, 32 bits, over UTF-16 units.
 */
function stableHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
