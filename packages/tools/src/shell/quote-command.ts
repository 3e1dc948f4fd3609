// Safe unquoted anywhere in a command line: no operator, expansion, glob or assignment.
const plain = /^[A-Za-z0-9_./:@+-]+$/;

// As the first word, bash would read these as keywords, or as a variable's value.
const reserved = new Set(
  "case coproc do done elif else esac fi for function if in select then time until while".split(
    " ",
  ),
);

/**
 * A command line that runs exactly this program with exactly these arguments. They may contain anything
 * but null characters.
 */
export function quoteCommand(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const isPlain = plain.test(word) && !(index === 0 && reserved.has(word));
      return isPlain ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join(" ");
}
