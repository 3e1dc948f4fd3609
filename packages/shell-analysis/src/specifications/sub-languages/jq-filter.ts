import {
  type Consequence,
  shows,
  type SubLanguage,
  unknown,
} from "../../specification/specification.ts";

/**
 * The effects of a jq filter apart from printing its input: it can show the environment and read
 * modules. Every name it calls must be listed here or defined in the filter.
 *
 * Source: the jq manual (1.5 to 1.8), `jq -n builtins`.
 */
export const jqFilter: SubLanguage = (text) => filterConsequences(text, jqNames);

const tokens = /[.$@]?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\S/g;

/** The effects of a filter with these names; yq has more names than jq. */
export function filterConsequences(
  text: string,
  names: ReadonlySet<string>,
): readonly Consequence[] {
  const code = codeOf(text);
  if (code === null) return [unknown("has a filter with ambiguous strings")];
  const found: Consequence[] = [];
  const own = ownNames(code);
  // The open brackets.
  const open: string[] = [];
  let last = "";
  for (const { 0: token, index } of code.matchAll(tokens)) {
    const before = last;
    last = token;
    if (/^[([{]$/.test(token)) open.push(token);
    else if (/^[)\]}]$/.test(token)) open.pop();
    if (!/[A-Za-z_]/.test(token) || /^\d/.test(token)) continue;
    const end = index + token.length;
    if (token === "$ENV") found.push(shows(fieldBehind(code, end)));
    if (/^[$@]/.test(token) || (token.startsWith(".") && before !== ".")) continue;
    const name = token.replace(/^\./, "");
    const behind = signBehind(code, end);
    const isAlone = (before === "{" || before === ",") && /^[,}]$/.test(behind);
    if (open.at(-1) === "{" && (behind === ":" || isAlone)) continue;
    if (name === "env") found.push(shows(fieldBehind(code, end)));
    else if (!names.has(name) && (!own.has(name) || neverOwn.has(name))) {
      found.push(unknown(`has the unknown name ${name} in its filter`));
    }
  }
  return found;
}

/** Names that may keep their meaning even when a filter defines them. */
const neverOwn = new Set(
  `import include modulemeta get_search_list load load_str load_xml load_props load_base64 loadstr
  strenv envsubst system eval`.split(/\s+/),
);

function ownNames(code: string): ReadonlySet<string> {
  const own = new Set<string>();
  const definition = /(?<![.$@\w])def\s+([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?\s*:/g;
  for (const [, name = "", parameters = ""] of code.matchAll(definition)) {
    own.add(name);
    for (const parameter of parameters.split(";")) own.add(parameter.trim());
  }
  return own;
}

/** `FOO` where `.FOO` stands; `*` otherwise. */
function fieldBehind(code: string, at: number): string {
  const field = /\.([A-Za-z_]\w*)/y;
  field.lastIndex = at;
  return field.exec(code)?.[1] ?? "*";
}

/** The next character that isn't white space. */
function signBehind(code: string, at: number): string {
  const sign = /\s*(::|\S)/y;
  sign.lastIndex = at;
  return sign.exec(code)?.[1] ?? "";
}

/**
 * The text without its strings, but with the code interpolated in them. Null when a string doesn't end,
 * and for a comment with a quote or a backslash, because versions differ in where it ends.
 */
function codeOf(text: string): string | null {
  let code = "";
  // For each open interpolation, how many parentheses are open in it.
  const open: number[] = [];
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (isString) {
      if (character === '"') {
        isString = false;
        code += " ";
      } else if (character === "\\") {
        at += 1;
        if (text[at] === "(") {
          open.push(0);
          isString = false;
          // In parentheses, so that no name in it is read as a key of the enclosing object.
          code += " (";
        }
      }
      continue;
    }
    const depth = open.at(-1);
    if (character === '"') {
      isString = true;
      code += " ";
    } else if (character === ")" && depth === 0) {
      open.pop();
      isString = true;
      code += ") ";
    } else {
      if (depth !== undefined && character === "(") open[open.length - 1] = depth + 1;
      if (depth !== undefined && character === ")") open[open.length - 1] = depth - 1;
      if (character === "#") {
        const newline = text.indexOf("\n", at);
        const end = newline === -1 ? text.length : newline;
        if (/["\\]/.test(text.slice(at, end))) return null;
        at = end - 1;
      } else code += character;
    }
  }
  return isString || open.length > 0 ? null : code;
}

/** Left out: env, import, include, modulemeta, get_search_list. */
const jqNames: ReadonlySet<string> = new Set(
  `and or not if then else elif end as reduce foreach try catch label break def __loc__ true
  false null abs acos acosh add all any arrays ascii ascii_downcase ascii_upcase asin asinh atan
  atan2 atanh booleans bsearch builtins capture cbrt ceil combinations contains copysign cos
  cosh debug del delpaths drem empty endswith error exp exp10 exp2 expm1 explode fabs fdim
  finites first flatten floor fma fmax fmin fmod format frexp from_entries fromdate
  fromdateiso8601 fromjson fromstream gamma getpath gmtime group_by gsub halt halt_error has
  have_decnum have_literal_numbers hypot implode in IN INDEX GROUP_BY UNIQUE_BY index indices
  infinite input input_filename input_line_number inputs inside isempty isfinite isinfinite
  isnan isnormal isvalid iterables join keys keys_unsorted last ldexp length lgamma lgamma_r
  limit localtime log log10 log1p log2 logb ltrim ltrimstr map map_values match max max_by min
  min_by mktime modf nan now JOIN erf erfc remainder scalb
  scalbln scalars_or_empty nearbyint nextafter nexttoward normals nth nulls numbers objects path
  paths pick pow pow10 range recurse recurse_down repeat reverse rindex rint round rtrim
  rtrimstr scalars scan select setpath significand sin sinh skip sort sort_by split splits sqrt
  startswith stderr strflocaltime strftime strings strptime sub tan tanh test tgamma to_entries
  toarray toboolean todate todateiso8601 date dateadd datesub dateiso8601 tojson tonumber
  tostream tostring transpose trim trimstr trunc truncate_stream type unique unique_by until
  utf8bytelength values walk while with_entries leaf_paths`.split(/\s+/),
);

/** The names of jq and of mikefarah's yq. Left out: env, strenv, envsubst, load…, system, eval. */
export const yqNames: ReadonlySet<string> = new Set([
  ...jqNames,
  ...`documentIndex document_index di fileIndex file_index fi filename tag style anchor alias
  line column kind key parent parents to_json from_json to_yaml from_yaml to_props to_xml to_csv
  to_tsv sort_keys sortKeys upcase downcase head_comment line_comment foot_comment headComment
  lineComment footComment explode ireduce collect flatten shuffle pivot omit contains comments
  to_number to_string with array_to_map is_key select splitDoc split_doc`.split(/\s+/),
]);
