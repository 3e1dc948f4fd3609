/** The parts that differ between two runs of the same call, by the names in the documents. */
const rules: Readonly<Record<string, readonly RegExp[]>> = {
  duration: [
    /\b\d+(?:\.\d+)? ?(?:ms|milliseconds?|s|sec|seconds?)\b/g,
    /(?<=\bduration_ms:? ?)\d+(?:\.\d+)?/g,
  ],
  time: [
    /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g,
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d+ )?[A-Z][a-z]{2} [\d: ]+(?:[AP]M )?(?:[A-Z]{3,5}|[+-]\d{4})?(?: \d{4})?/g,
    /\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g,
  ],
  "temporary path": [/\/(?:private\/)?(?:tmp|var\/tmp|var\/folders)\/[\w.~/-]+/g],
  "stored output": [/\boutput:[0-9a-f]{8}\b/g],
  "process id": [/(?<=\bpid:? )\d+/gi],
};

/** The size of a file that holds a secret: something else stands for the secret on this machine. */
const size = /\b\d[\d.,]* ?(?:bytes?|kB|MB)\b/g;

/** The text without what may differ. */
export function normalized(text: string, hasSecrets: boolean): string {
  let result = hasSecrets ? text.replace(size, "«size»") : text;
  for (const [name, patterns] of Object.entries(rules)) {
    for (const pattern of patterns) result = result.replace(pattern, `«${name}»`);
  }
  return result;
}
