import { readFileSync } from "node:fs";
import { english, recorded, revealHidden } from "@toolwright/core/internal";
import { didYouMean, isInvalidSetup } from "@toolwright/runtime/internal";
import { firstPositional, parseArguments } from "./arguments/arguments.ts";
import type { CommandSpec } from "./arguments/command.ts";
import { commands } from "./arguments/command-table.ts";
import { globalFlags, terminalFlags } from "./arguments/global-flags.ts";
import { commandHelp, generalHelp } from "./arguments/help.ts";
import { CommandError, textOf, usageError } from "./errors.ts";
import { textOutput } from "./output/text-output.ts";
import { phrase } from "./language/phrase.ts";
import { inLanguage, processContext, type ProgramContext } from "./program-context.ts";

/**
 * Runs the command line and resolves to its exit status; never rejects. Machine output goes to
 * standard output, everything else to standard error, an unexpected error as one line.
 */
export async function main(argv: readonly string[], given?: ProgramContext): Promise<number> {
  const program = given ?? (await processContext());
  const stopListening = program.onStrayError((thrown) => {
    program.exit(report(thrown, program));
  });
  try {
    const status = await dispatch(argv, program);
    const { failure } = textOutput(program.stdout);
    return failure === null ? status : report(failure, program);
  } catch (thrown) {
    return report(thrown, program);
  } finally {
    stopListening();
  }
}

async function dispatch(argv: readonly string[], program: ProgramContext): Promise<number> {
  const first = firstPositional(argv, { ...globalFlags, ...terminalFlags });
  const word = argv[first];
  if (word === undefined) return withoutCommand(argv, program);
  const rest = argv.toSpliced(first, 1);
  if (word === "help") return help(rest, program);
  const exact = commands.find((spec) => spec.name === word);
  const group = commands.filter((spec) => spec.name.startsWith(`${word} `));
  const flags = Object.assign({}, ...group.map((spec) => spec.flags)) as typeof globalFlags;
  const second = firstPositional(rest, flags);
  const subcommand = rest[second];
  const member = group.find((spec) => spec.name === `${word} ${subcommand}`);
  if (member !== undefined) return run(member, rest.toSpliced(second, 1), program);
  if (exact !== undefined) return run(exact, rest, program);
  const named = subcommand === undefined ? [word] : [word, subcommand];
  if (group.length === 0) throw unknownCommand(named, commands);
  if (parseArguments(rest, flags, `toolwright ${word}`).has("help")) {
    return print(commandHelp(group, program.language), program);
  }
  throw unknownCommand(named, commands);
}

async function run(
  spec: CommandSpec,
  argv: readonly string[],
  program: ProgramContext,
): Promise<number> {
  const parsed = parseArguments(argv, spec.flags, `toolwright ${spec.name}`);
  const isOwnHelp = spec.helpsWithNames === true && parsed.positionals.length > 0;
  if (parsed.has("help") && !isOwnHelp)
    return print(commandHelp([spec], program.language), program);
  const command = await spec.load();
  // What a program reads is the same in every language, and so is the session that writes it.
  const isMachine = parsed.has("json") || parsed.has("stdin");
  return command({
    arguments: parsed,
    program: isMachine ? inLanguage(program, english) : program,
    version: version(),
    commands,
  });
}

async function withoutCommand(argv: readonly string[], program: ProgramContext): Promise<number> {
  const flags = {
    ...globalFlags,
    ...terminalFlags,
    version: { short: "V", summary: phrase("show the version") },
  };
  const parsed = parseArguments(argv, flags, "toolwright");
  if (parsed.has("help")) return print(generalHelp(program.language), program);
  if (parsed.has("version")) return print(`${version()}\n`, program);
  if (parsed.positionals.length > 0) throw unknownCommand(parsed.positionals, commands);
  if (program.stdin.isTTY !== true || program.stdout.isTTY !== true) {
    await textOutput(program.stderr).write(
      `toolwright: ${program.language.say(phrase("interactive mode needs a terminal. Name a command, or see {help}", { help: "toolwright --help" }))}\n`,
    );
    return 2;
  }
  const { terminal } = await import("./commands/terminal.ts");
  return terminal({ arguments: parsed, program, version: version(), commands });
}

function help(argv: readonly string[], program: ProgramContext): Promise<number> {
  const given = argv.filter((word) => !word.startsWith("-"));
  const words = given.join(" ");
  const named = commands.filter(
    ({ name }) => words === "" || name === words || name.startsWith(`${words} `),
  );
  if (named.length === 0) throw unknownCommand(given, commands);
  return print(commandHelp(words === "" ? [] : named, program.language), program);
}

async function print(text: string, { stdout }: ProgramContext): Promise<number> {
  await textOutput(stdout).write(text);
  return 0;
}

function unknownCommand(words: readonly string[], known: readonly CommandSpec[]): CommandError {
  const [first = "", second] = words;
  const group = known.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0) {
    const names = known.map(({ name }) => name);
    const guess =
      didYouMean(words.join(" "), names) || didYouMean(first, new Set(names.map(firstWord)));
    return usageError(
      phrase("Unknown command '{command}'.{guess} Commands: {known}. More: {help}", {
        command: words.join(" "),
        guess: recorded(guess),
        known: shortList(names),
        help: "toolwright --help",
      }),
    );
  }
  const members = group.map(({ name }) => name.slice(first.length + 1));
  const command = first;
  const more = { known: members.join(", "), help: `toolwright ${first} --help` };
  if (second === undefined) {
    return usageError(
      phrase("'{command}' needs a subcommand. Known: {known}. More: {help}", { command, ...more }),
    );
  }
  return usageError(
    phrase("'{command}' has no subcommand '{name}'.{guess} Known: {known}. More: {help}", {
      command,
      name: second,
      guess: recorded(didYouMean(second, members)),
      ...more,
    }),
  );
}

function firstWord(name: string): string {
  return name.split(" ", 1)[0] ?? name;
}

/** Each first word once, with `…` if another word follows: `policy …`. */
function shortList(names: readonly string[]): string {
  const firsts = [...new Set(names.map(firstWord))];
  return firsts.map((name) => (names.includes(name) ? name : `${name} …`)).join(", ");
}

/** Prints one line on standard error, with the stack only if TOOLWRIGHT_DEBUG is set. */
function report(thrown: unknown, { stderr, environment, language }: ProgramContext): number {
  const isMistake = CommandError.isInstance(thrown) || isInvalidSetup(thrown);
  const message = language.say(textOf(thrown));
  const isDebugging = (environment["TOOLWRIGHT_DEBUG"] ?? "") !== "";
  const hint =
    isMistake || isDebugging
      ? ""
      : language.say(
          phrase(" (unexpected; {variable} shows where)", { variable: "TOOLWRIGHT_DEBUG=1" }),
        );
  const line = isMistake ? message : message.split("\n", 1)[0];
  const stack = isDebugging && thrown instanceof Error ? `${thrown.stack ?? ""}\n` : "";
  void textOutput(stderr).write(revealHidden(`toolwright: ${line}${hint}\n${stack}`, "text"));
  return isMistake ? 2 : 1;
}

function version(): string {
  // `src/main.ts` and the bundled `dist/main.js` are both one folder below the manifest.
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return (manifest as { readonly version: string }).version;
}
