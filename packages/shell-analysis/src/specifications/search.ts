import {
  type Argument,
  type CommandFamily,
  type Consequence,
  listsTree,
  oneOf,
  readsTree,
  unknown,
} from "../specification/specification.ts";

/** What looks for text and for files. */
export const search: CommandFamily = [
  {
    names: "grep egrep fgrep",
    flags: `-a -b -c -E -F -G -h -H -i -I -l -L -n -o -P -q -s -T -u -U -v -w -x -y -z -Z --count
      --extended-regexp --fixed-strings --files-with-matches --files-without-match --ignore-case
      --invert-match --line-number --no-filename --no-messages --only-matching --perl-regexp
      --quiet --silent --text --with-filename --word-regexp --line-regexp --null`,
    options: {
      "-A -B -C -m --after-context --before-context --context --max-count": "number",
      "--color --colour": { value: oneOf("always never auto"), optional: true },
      "--include --exclude --exclude-dir --label": "text",
      "-e --regexp": { value: "text", operands: { first: [] } },
      "-f --file": { value: "read", operands: { first: [] } },
      "-r -R --recursive --dereference-recursive": {
        operands: { rest: "read-tree", none: [readsTree(".")] },
      },
    },
    numericOption: true,
    operands: { first: ["text"], rest: "read", none: "stdin" },
    harmlessOptions: true,
    informs: "--help --version -V",
  },
  { names: "find", interpret: findExpression },
];

const findTests = new Set(["-name", "-iname", "-path", "-type", "-maxdepth", "-mindepth"]);
const findWords = new Set(["-print", "-prune", "-not", "!", "(", ")", "-o", "-or", "-a", "-and"]);

/** The paths come first, then an expression of tests and actions. */
function findExpression(words: readonly Argument[]): readonly Consequence[] {
  const consequences: Consequence[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || (word.kind === "static" && /^[-!(),]/.test(word.text))) break;
    consequences.push({ type: "word", use: "list-tree", word });
  }
  if (at === 0) consequences.push(listsTree("."));
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || word.kind !== "static") {
      consequences.push(unknown("has a word in its expression that isn't known"));
    } else if (findTests.has(word.text)) at += 1;
    else if (word.text === "-exec") {
      const end = words.findIndex((one, index) => index > at && one.text === ";");
      if (end === -1) consequences.push(unknown("has an -exec without an end"));
      const command = words.slice(at + 1, end === -1 ? words.length : end);
      consequences.push({ type: "command", words: command, addsUnknown: true });
      at += command.length + 1;
    } else if (!findWords.has(word.text)) {
      consequences.push(unknown(`has ${word.text} in its expression, which isn't known`));
    }
  }
  return consequences;
}
