// Safe unquoted wherever they stand in a command line: no operator, expansion, glob or assignment.
const plain = /^[A-Za-z0-9_./:@+-]+$/;

// As the first word, bash would take these for its own, or for a variable's value.
const reserved = new Set(
  "case coproc do done elif else esac fi for function if in select then time until while".split(
    " ",
  ),
);

/**
 * A command line that runs just this program with just these arguments, whatever they hold but a
 * null character.
 */
export function quoteCommand(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const isPlain = plain.test(word) && !(index === 0 && reserved.has(word));
      return isPlain ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join(" ");
}
