/** English words that only sentences have; names of tools, flags and settings have none of them. */
const sentenceWord =
  /(?<![\w./-])(?:[Aa]n|a|[Aa]nd|[Aa]re|[Aa]s|[Aa]t|[Bb]e|[Bb]ut|[Cc]an|[Dd]id|[Dd]oes|[Ff]or|[Ff]rom|[Hh]as|[Hh]ave|[Ii]n|[Ii]s|[Ii]sn't|[Ii]t|[Ii]ts|[Nn]ot|[Nn]othing|[Oo]f|[Oo]n|[Oo]nly|[Oo]r|[Ss]o|[Tt]han|[Tt]hat|[Tt]he|[Tt]hen|[Tt]hese|[Tt]his|[Tt]o|[Ww]as|[Ww]ere|[Ww]hat|[Ww]hich|[Ww]ith|[Ww]ithout|[Yy]ou|[Yy]our)(?![\w/-]|\.\w)/;

/** The lines that contain an English sentence or a part of one. Commands in backticks don't count. */
export function englishIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => sentenceWord.test(line.replaceAll(/`[^`]*`/g, "")));
}
