import { expect, test } from "vitest";
import { themeFor } from "../../text/theme.ts";
import { plainText } from "../../text/styled-line.ts";
import { idleView } from "../agent/agent-view.ts";
import type { ScreenState } from "./screen-state.ts";
import { statusLine } from "./status-line.ts";

const look = themeFor({});
const state: ScreenState = {
  calls: [],
  view: idleView,
  agent: null,
  questions: [],
  isTyping: false,
  programs: [],
  notice: null,
  mode: "default",
};

test.each([
  [80, "  project · default mode · 1 tool · Tab completes · /help · /exit"],
  [40, "  project · default mode · 1 tool"],
  [20, "  project · default…"],
])("in %i columns the status says %j", (width, shown) => {
  expect(
    plainText(
      statusLine(state, { workspaceName: "project", toolCount: 1, nowMs: 0 }, { look, width }),
    ),
  ).toBe(shown);
});

test.each([
  [["cmd_1"], "  project · 1 program runs: /attach cmd_1 · default mode · 1 tool"],
  [["cmd_1", "cmd_2"], "  project · 2 programs run: /attach · default mode · 1 tool"],
])("programs %j in terminals of their own are named with their command", (programs, shown) => {
  const facts = { workspaceName: "project", toolCount: 1, nowMs: 0 };
  const drawn = statusLine({ ...state, programs }, facts, { look, width: 70 });
  expect(plainText(drawn)).toBe(shown);
});
