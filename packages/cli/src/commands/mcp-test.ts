import { type Language, recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { durationMs } from "../arguments/amounts.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { fieldsOf } from "../input/tool-signature.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { namedServer } from "./named-server.ts";
import { tell } from "../output/notices.ts";
import { policyController } from "./policy-controller.ts";
import { shownText } from "./shown-text.ts";
import { type TestedServer, type TestedTool, testServers } from "./tested-servers.ts";

const defaultTimeoutMs = 60_000;

/** `toolwright mcp test`: connects to servers, and shows their tools and problems. */
export const mcpTest: Command = async ({ arguments: parsed, program }) => {
  const [name, extra] = parsed.positionals;
  if (extra !== undefined)
    throw usageError(phrase("Name one server, or none for all: toolwright mcp test NAME"));
  const controller = await policyController(parsed, program);
  // A disabled server is tested if it is named.
  const servers =
    name === undefined
      ? controller.servers.servers.filter(({ enabled }) => enabled)
      : [{ ...namedServer(name, controller), enabled: true }];
  const timeout = parsed.value("timeout");
  const interruption = new AbortController();
  const stopListening = program.onInterrupt(() => interruption.abort());
  const notices = [...controller.servers.notices];
  const redact = shownText(controller, program);
  try {
    const tested = await testServers({
      servers,
      controller,
      environment: program.environment,
      timeoutMs: timeout === undefined ? defaultTimeoutMs : durationMs("--timeout", timeout),
      isAccepting: parsed.has("accept"),
      signal: interruption.signal,
      onNotice: (notice) => notices.push(notice.replace(/\.$/, "")),
    });
    const { stdout, language } = program;
    const text = parsed.has("json")
      ? `${JSON.stringify({ servers: tested.map(asJson) }, null, 2)}\n`
      : linesText(
          tested.length === 0
            ? [line(language.say(phrase("There are no MCP servers to test.")))]
            : tested.flatMap((each) => linesOf(each, language)),
          lookFor(stdout, program),
        );
    await textOutput(stdout).write(redact(text));
    if (notices.length > 0)
      await tell(
        notices.map((notice) => recorded(redact(notice))),
        program,
      );
    if (interruption.signal.aborted) return 130;
    const isFine = tested.every(
      ({ status, tools }) =>
        status.state === "ready" &&
        (parsed.has("accept") || tools.every(({ diff }) => diff === null)),
    );
    return isFine ? 0 : 1;
  } finally {
    stopListening();
  }
};

function asJson({ status, tools }: TestedServer): object {
  const { configuration, state, reason, startedInMs, protocolVersion } = status;
  const { serverInfo, instructions, problems } = status;
  return {
    name: configuration.name,
    layer: configuration.layer,
    state,
    reason,
    startedInMs,
    protocolVersion,
    serverInfo,
    instructions,
    problems,
    tools: tools.map(({ tool, diff }) => ({ ...tool, hasChanged: diff !== null, diff })),
  };
}

function linesOf({ status, tools }: TestedServer, language: Language): readonly Line[] {
  const { say, translate } = language;
  const { configuration, state, reason, startedInMs, protocolVersion, serverInfo, problems } =
    status;
  const isReady = state === "ready";
  const who = serverInfo === null ? "" : `, ${serverInfo.name} ${serverInfo.version}`;
  const how = isReady
    ? say(
        phrase(" in {duration} ms, protocol {version}{server}", {
          duration: startedInMs ?? 0,
          version: protocolVersion ?? "?",
          server: who,
        }),
      )
    : "";
  return [
    line(
      span(configuration.name, "strong"),
      "  ",
      span(translate(state), isReady ? "good" : "bad"),
      how,
    ),
    ...(reason === null ? [] : [line("  ", span(translate(reason), "warning"))]),
    ...tools.flatMap((each) => toolLines(each, language)),
    ...problems.map(({ tool, reason: why }) =>
      line(
        "  ",
        span(tool, "strong"),
        "  ",
        span(say(phrase("unusable: {why}", { why: recorded(why) })), "bad"),
      ),
    ),
    emptyLine,
  ];
}

function toolLines({ tool, diff }: TestedTool, { say }: Language): readonly Line[] {
  const fields = fieldsOf(tool.inputSchema).map(({ name, isRequired, types }) => {
    const type = types.length === 0 ? "" : `: ${types.join("|")}`;
    return `${name}${isRequired ? "" : "?"}${type}`;
  });
  const [summary = ""] = tool.description.split("\n");
  return [
    line("  ", span(tool.name, "accent"), `(${fields.join(", ")})`, span(`  ${summary}`, "dim")),
    ...(diff === null
      ? []
      : [
          line(
            "    ",
            span(say(phrase("Its definition has changed since you accepted it:")), "warning"),
          ),
          ...diff.split("\n").map((text) => line("    ", span(text, styleOf(text)))),
        ]),
  ];
}

function styleOf(text: string): "added" | "removed" | "dim" {
  if (text.startsWith("+")) return "added";
  return text.startsWith("-") ? "removed" : "dim";
}
