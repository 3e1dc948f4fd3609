import type { SessionConfigOption, SessionModeState } from "@agentclientprotocol/sdk";
import { type Language, type Mode, modes } from "@toolwright/core";
import { modeFrom } from "@toolwright/runtime/internal";
import type { SettingsInForce } from "@toolwright/runtime/internal";
import { phrase } from "../../language/phrase.ts";
import { modeMeanings } from "../../terminal/screen/help-lines.ts";

export interface SessionConfiguration {
  readonly mode: Mode;
  readonly model: string;
  readonly modes: readonly Mode[];
  readonly models: readonly string[];
  readonly language: Language;
}

/** The modes that the settings allow: a project and the administrator may set a ceiling. */
export function allowedModes({ files }: SettingsInForce): readonly Mode[] {
  return modes.filter((mode) => modeFrom(files, mode) === mode);
}

/** The session's selectors. Clients that don't know them use `modeState`. */
export function configOptions(configuration: SessionConfiguration): SessionConfigOption[] {
  const { mode, model, models, language } = configuration;
  return [
    {
      type: "select",
      id: "mode",
      category: "mode",
      name: language.say(phrase("Mode")),
      description: language.say(phrase("What runs without approval")),
      currentValue: mode,
      options: modeChoices(configuration).map(({ id, ...shown }) => ({ value: id, ...shown })),
    },
    {
      type: "select",
      id: "model",
      category: "model",
      name: language.say(phrase("Model")),
      currentValue: model,
      options: models.map((id) => ({ value: id, name: id })),
    },
  ];
}

export function modeState(configuration: SessionConfiguration): SessionModeState {
  return { currentModeId: configuration.mode, availableModes: modeChoices(configuration) };
}

function modeChoices(configuration: SessionConfiguration) {
  return configuration.modes.map((mode) => ({
    id: mode,
    name: mode,
    description: configuration.language.say(modeMeanings[mode]),
  }));
}
