const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

const commands = setOf("command builtin printf [ local declare return shift read");
const variables = setOf(
  "before scope name filters word mark others lists ends follows names code program GIT_CONFIG_COUNT",
);

/** Programs that a guard stops from following links, or whose version it prints outside any project. */
const guarded = setOf(
  "find grep rg diff cargo rustc rustfmt rustdoc rustup yarn yarnpkg pnpm mvn bundle pytest jest vitest mocha node nodejs npm npx bun deno python python3 pip pip3 ruby gem perl php java javac go",
);

/** Whether a program of this name has a guard, apart from guards that check listed names. */
export function isGuarded(program: string): boolean {
  return guarded.has(program);
}

/**
 * Whether guard functions call a command of this name. A script that defines it as a function changes
 * what they do.
 */
export function isCalledByGuards(name: string): boolean {
  return commands.has(name) || name.startsWith("toolwright_");
}

/** Whether guard functions set a variable of this name. They fail when the script has made it readonly. */
export function isSetByGuards(name: string): boolean {
  return variables.has(name);
}
