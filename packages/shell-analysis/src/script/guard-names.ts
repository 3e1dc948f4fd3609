const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

const commands = setOf("command builtin printf [ local declare return shift read");
const variables = setOf(
  "before scope name filters word mark others lists ends follows names code program GIT_CONFIG_COUNT",
);

/** Which are kept from following links, and which are asked for their version outside of any project. */
const guarded = setOf(
  "find grep rg diff cargo rustc rustfmt rustdoc rustup yarn yarnpkg pnpm mvn bundle pytest jest vitest mocha node nodejs npm npx bun deno python python3 pip pip3 ruby gem perl php java javac go",
);

/** Whether a guard stands before the program of this name, besides those that look at listed names. */
export function isGuarded(program: string): boolean {
  return guarded.has(program);
}

/**
 * Whether the functions that stand before git and other programs call something of this name: a script that
 * defines it changes what they do.
 */
export function isCalledByGuards(name: string): boolean {
  return commands.has(name) || name.startsWith("toolwright_");
}

/** Whether they have a variable of this name, which fails where the script has made it readonly. */
export function isSetByGuards(name: string): boolean {
  return variables.has(name);
}
