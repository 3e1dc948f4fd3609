import { type Argument, type Consequence, unknown } from "../../specification/specification.ts";
import { fixed, operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";

const readWords = wordReader({
  flags: `-s --symbolic, -f --force, -i --interactive, -n --no-dereference,
    -T --no-target-directory, -v --verbose, -r --relative, -P --physical, -L --logical, -h`,
  values: "-t --target-directory",
});

/**
 * ln: writes a link, which opens its target. So the target counts as read, from every directory in
 * which a relative target may be resolved.
 */
export function linkCommand(words: readonly Argument[]): readonly Consequence[] {
  const given = readWords(words);
  if (typeof given === "string") return [unknown(given)];
  const options = optionsOf(given);
  const operands = operandsOf(given);
  const directory = options.find(({ name }) => name === "-t")?.value;
  const isSymbolic =
    options.some(({ name }) => name === "-s") && !options.some(({ name }) => name === "-r");
  const hasPlace = directory !== undefined || operands.length < 2;
  const targets = hasPlace ? operands : operands.slice(0, -1);
  const place = directory ?? (hasPlace ? fixed(".") : operands.at(-1));
  if (place === undefined || targets.length === 0) return [];
  return targets.flatMap((target) => link(target, place, isSymbolic));
}

function link(target: Argument, place: Argument, isSymbolic: boolean): readonly Consequence[] {
  if (target.kind !== "static" || place.kind !== "static") {
    return [
      uses("read", target),
      uses("write-tree", place),
      unknown("makes links with unknown names"),
    ];
  }
  const name = target.text.replace(/\/+$/, "").split("/").at(-1) ?? "";
  const isHere = /^(?:\.\/+)*\.?$/.test(place.text);
  const inside = `${place.text.replace(/\/+$/, "")}/${name}`;
  const found = isHere ? [] : [uses("write", place)];
  if (name !== "" && name !== "." && name !== "..") found.push(uses("write", fixed(inside)));
  if (!isSymbolic || target.text.startsWith("/")) return [...found, uses("read-tree", target)];
  const parent = place.text.replace(/\/+$/, "").replace(/[^/]*$/, "");
  const seenFrom = isHere ? [""] : [parent];
  if (isHere || place.text.endsWith("/")) seenFrom.push(`${place.text.replace(/\/+$/, "")}/`);
  return [...found, ...seenFrom.map((from) => uses("read-tree", fixed(from + target.text)))];
}
