/** The text's size in UTF-8 bytes. A lone surrogate counts 3, like its replacement character. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      bytes += 1;
    } else if (isLeadOfPair(text, index)) {
      bytes += 2;
      index += 1;
    } else {
      bytes += 2;
    }
  }
  return bytes;
}

/** The end of the longest prefix of at most `maxBytes`; never inside a character. */
export function utf8PrefixEnd(text: string, maxBytes: number): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const width = isLeadOfPair(text, index) ? 2 : 1;
    bytes += width === 2 ? 4 : bytesOfUnit(text.charCodeAt(index));
    if (bytes > maxBytes) break;
    index += width;
  }
  return index;
}

/** The start of the longest suffix of at most `maxBytes`; never inside a character. */
export function utf8SuffixStart(text: string, maxBytes: number): number {
  let bytes = 0;
  let index = text.length;
  while (index > 0) {
    const width = index > 1 && isLeadOfPair(text, index - 2) ? 2 : 1;
    bytes += width === 2 ? 4 : bytesOfUnit(text.charCodeAt(index - 1));
    if (bytes > maxBytes) break;
    index -= width;
  }
  return index;
}

function bytesOfUnit(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}

function isLeadOfPair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff || index + 1 >= text.length) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
