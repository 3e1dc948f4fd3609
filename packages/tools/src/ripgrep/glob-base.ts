export interface BasedGlob {
  /** The directories before the first part with a special character; `.` for none. */
  readonly base: string;
  readonly rest: string;
}

const special = /[*?[\]{}]/;

/** Null for a path without the characters of a glob. */
export function globBase(path: string): BasedGlob | null {
  const parts = path.split("/");
  const first = parts.findIndex((part) => special.test(part));
  if (first < 0) return null;
  const base = parts.slice(0, first).join("/");
  const rest = parts.slice(first).join("/");
  // Behind directories a name alone means their own entries, not any depth.
  return first === 0
    ? { base: ".", rest }
    : { base: base === "" ? "/" : base, rest: rest.includes("/") ? rest : `./${rest}` };
}
