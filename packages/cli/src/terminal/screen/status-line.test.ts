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
