import type { StartCommand } from "./hosts.ts";

/** The set-up of the plugin CodeCompanion. */
export function neovimSnippet({ command, args }: StartCommand): string {
  const words = [command, ...args].map((word) => JSON.stringify(word)).join(", ");
  return `require("codecompanion").setup({
  adapters = {
    acp = {
      toolwright = function()
        return require("codecompanion.adapters").extend("opencode", {
          name = "toolwright",
          formatted_name = "Toolwright",
          commands = { default = { ${words} } },
        })
      end,
    },
  },
  interactions = { chat = { adapter = "toolwright" } },
})`;
}
