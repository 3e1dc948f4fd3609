import { recorded, verbatim } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import {
  isInvalidSetup,
  type Places,
  settingsInForce,
  type SettingsInForce,
  skillsOf,
} from "@toolwright/runtime/internal";
import { type Check, ok, warn } from "./check.ts";

const maxSkipped = 20;

/** Names the skills, and gives each one that can't be used a check of its own. */
export async function examineSkills(places: Places): Promise<readonly Check[]> {
  const { trust, files } = await settingsOf(places);
  const { skills, problems } = await skillsOf({}, () => ({ places, trust, files })).list();
  const found =
    skills.length === 0 ? phrase("none") : verbatim(skills.map(({ name }) => name).join(", "));
  const left = problems.length - maxSkipped;
  return [
    ok(
      "skills",
      left > 0 ? phrase("{found} (and {count} more skipped)", { found, count: left }) : found,
    ),
    ...problems
      .slice(0, maxSkipped)
      .map(({ place, reason }) =>
        warn(
          "skills",
          phrase("{name}: {reason}", { name: place, reason: recorded(reason) }),
          phrase("correct or remove it"),
        ),
      ),
  ];
}

/** Invalid settings have a check of their own. */
async function settingsOf(places: Places): Promise<SettingsInForce> {
  try {
    return await settingsInForce(places);
  } catch (thrown) {
    if (!isInvalidSetup(thrown)) throw thrown;
    return { files: [], trust: { state: "untrusted" } };
  }
}
