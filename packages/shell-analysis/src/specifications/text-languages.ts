import {
  type CommandFamily,
  shows,
  type SubLanguage,
  unknown,
} from "../specification/specification.ts";
import { awkProgram } from "./sub-languages/awk-program.ts";
import { fixed, uses } from "./sub-languages/given-words.ts";
import { jqCommand, yqCommand } from "./sub-languages/jq-command.ts";
import { sedCommand } from "./sub-languages/sed-command.ts";

/** libxml2 accepts URLs as files. */
const xmlFile: SubLanguage = (text) => [uses(text.includes("://") ? "url" : "read", fixed(text))];

/** An assignment. Some variables name files to read; number formats go to the C library. */
const awkVariable: SubLanguage = (text) =>
  /^(?!(?:ARG[CV]|CONVFMT|OFMT|PROCINFO|ENVIRON|SYMTAB|FUNCTAB|TEXTDOMAIN)\b)[A-Za-z_]\w*=/.test(
    text,
  )
    ? []
    : [unknown(`sets ${text}, which may change what awk does`)];

/** Programs with a language of their own. */
export const textLanguages: CommandFamily = [
  { names: "sed gsed", interpret: sedCommand, informs: "--help --version" },
  {
    names: "awk gawk mawk nawk",
    flags: "-P -c -r --posix --traditional --re-interval --csv",
    options: {
      "-F --field-separator": "text",
      "-v --assign": awkVariable,
      "-f --file": {
        value: "read",
        operands: { first: [] },
        effects: [unknown("runs an awk program from a file")],
      },
    },
    stopsAtOperand: true,
    // `NAME=value` counts as a file, though awk reads none for it.
    operands: { first: [awkProgram], rest: "read" },
    informs: "-V --version -h --help",
  },
  { names: "jq gojq", interpret: jqCommand, informs: "-h --help -V --version" },
  { names: "yq", interpret: yqCommand, informs: "-h --help -V --version" },
  {
    names: "xmllint",
    // Left out: options that load a DTD, entities or inclusions.
    oneDash: true,
    flags: `-format --format -noout --noout -html --html -nonet --nonet -recover --recover
      -noblanks --noblanks -nowarning --nowarning -noerror --noerror -huge --huge -c14n --c14n
      -nocdata --nocdata -compact --compact -timing --timing`,
    options: {
      "-xpath --xpath -encode --encode -pretty --pretty -pattern --pattern": "text",
      "-schema --schema -relaxng --relaxng": xmlFile,
      "-o -output --output": "write",
    },
    operands: { rest: xmlFile },
    informs: "-version --version",
  },
  {
    names: "pandoc",
    // Filters and writers are programs, and documents name files and URLs.
    specified: false,
    options: {
      "-o --output --extract-media": "write",
      "-f --from -r --read -t --to -w --write -M --metadata -V --variable": "text",
    },
    operands: { rest: "read" },
    informs: "--version -v --help -h --list-input-formats --list-output-formats",
  },
  {
    names: "envsubst",
    flags: "-v --variables",
    operands: { first: ["text"] },
    effects: [shows("*")],
    informs: "-h --help -V --version",
  },
];
