import type { Session } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { describeGrant } from "./grant-text.ts";

/** The grants of a session as phrases, or those that were ended: `end ID`, `end all`. */
export async function sessionGrants(
  session: Session,
  argument: string,
): Promise<readonly Phrase[]> {
  const asked = /^(?:end\s+(\S+))?$/.exec(argument);
  if (asked === null) return [phrase("Type /grants, or /grants end ID, or /grants end all.")];
  const [, wanted] = asked;
  const isOne = wanted !== undefined && wanted !== "all";
  const chosen = session.grants.filter(({ id }) => !isOne || id.startsWith(wanted));
  if (chosen.length === 0) {
    return [
      isOne ? phrase("There is no grant '{id}'.", { id: wanted }) : phrase("There are no grants."),
    ];
  }
  if (isOne && chosen.length > 1) {
    const ids = chosen.map(({ id }) => id).join(", ");
    return [phrase("'{id}' matches several grants: {ids}.", { id: wanted, ids })];
  }
  const described = chosen.map(describeGrant);
  if (wanted === undefined) return [...described, phrase("To end one: /grants end ID")];
  for (const { id } of chosen) await session.revokeGrant(id);
  return described.map((grant) => phrase("Ended {grant}", { grant }));
}
