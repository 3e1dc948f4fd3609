import type { TokenHit } from "./vendor-search.ts";

/** Keys are shorter; a stream holds back no more text than this for a key without an end. */
const maxKeyLength = 16_384;

const begin = "-----BEGIN ";
/**
 * From the begin line through the characters of a key, including escaped line ends, to the end line
 * if there is one. The beginning of a key alone already reveals half of it.
 */
const block =
  /-----BEGIN (?:[A-Z\d]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z\d+/=\s,:.]|-(?!----)|\\+[nr]){40,16000}(?:-----END (?:[A-Z\d]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----)?/y;
/** An incomplete begin line, or a key whose end is still to come. */
const open =
  /^-----BEGIN (?:[A-Z\d ]{0,60}|[A-Z\d ]{0,60}PRIVATE KEY(?: BLOCK)?-{0,5}(?:(?<=-----)(?:[A-Za-z\d+/=\s,:.]|-(?!----)|\\+[nr]?)*(?:-{1,5}(?:E(?:N(?:D[A-Z\d ]{0,60}-{0,4})?)?)?)?)?)$/;

export function findPrivateKeys(text: string): readonly TokenHit[] {
  let at = text.indexOf(begin);
  if (at === -1) return none;
  const hits: TokenHit[] = [];
  while (at !== -1) {
    block.lastIndex = at;
    const [found] = block.exec(text) ?? [];
    if (found !== undefined)
      hits.push({ start: at, end: at + found.trimEnd().length, name: "private-key" });
    at = text.indexOf(begin, at + (found?.length ?? 1));
  }
  return hits;
}

/**
 * The start of a key that may continue after the text's end; the text's length if there is none.
 */
export function unfinishedKeyFrom(text: string, least = 0): number {
  const { length } = text;
  const tail = text.slice(Math.max(least, length - maxKeyLength));
  const last = tail.lastIndexOf(begin);
  if (last !== -1 && open.test(tail.slice(last))) return length - tail.length + last;
  for (let size = Math.min(begin.length - 1, tail.length); size > 0; size -= 1) {
    if (text.endsWith(begin.slice(0, size))) return length - size;
  }
  return length;
}

const none: readonly TokenHit[] = [];
