import { expect, test } from "vitest";
import { glossary } from "./glossary.ts";
import { stem } from "../stem.ts";

const texts = await Promise.all([
  import("./actions.ts").then(({ actionGlossary }) => actionGlossary),
  import("./code-and-builds.ts").then(({ codeAndBuildsGlossary }) => codeAndBuildsGlossary),
  import("./commerce.ts").then(({ commerceGlossary }) => commerceGlossary),
  import("./data-and-web.ts").then(({ dataAndWebGlossary }) => dataAndWebGlossary),
  import("./more-actions.ts").then(({ moreActionsGlossary }) => moreActionsGlossary),
  import("./more-kinds.ts").then(({ moreKindsGlossary }) => moreKindsGlossary),
  import("./kinds.ts").then(({ kindGlossary }) => kindGlossary),
  import("./places-music-and-homes.ts").then(
    ({ placesMusicAndHomesGlossary }) => placesMusicAndHomesGlossary,
  ),
  import("./databases-and-clouds.ts").then(
    ({ databasesAndCloudsGlossary }) => databasesAndCloudsGlossary,
  ),
  import("./household.ts").then(({ householdGlossary }) => householdGlossary),
  import("./money.ts").then(({ moneyGlossary }) => moneyGlossary),
  import("./office.ts").then(({ officeGlossary }) => officeGlossary),
  import("./systems.ts").then(({ systemGlossary }) => systemGlossary),
  import("./operations.ts").then(({ operationsGlossary }) => operationsGlossary),
  import("./maps-weather-and-energy.ts").then(
    ({ mapsWeatherAndEnergyGlossary }) => mapsWeatherAndEnergyGlossary,
  ),
  import("./files-and-networks.ts").then(
    ({ filesAndNetworksGlossary }) => filesAndNetworksGlossary,
  ),
  import("./food-sport-and-travel.ts").then(
    ({ foodSportAndTravelGlossary }) => foodSportAndTravelGlossary,
  ),
  import("./marketing-staff-and-industry.ts").then(
    ({ marketingStaffAndIndustryGlossary }) => marketingStaffAndIndustryGlossary,
  ),
  import("./professions.ts").then(({ professionsGlossary }) => professionsGlossary),
  import("./arts-and-society.ts").then(({ artsAndSocietyGlossary }) => artsAndSocietyGlossary),
  import("./talk-and-support.ts").then(({ talkAndSupportGlossary }) => talkAndSupportGlossary),
  import("./work-and-documents.ts").then(
    ({ workAndDocumentsGlossary }) => workAndDocumentsGlossary,
  ),
]);

test("every line can be read", () => {
  const wrong = texts
    .flatMap((text) => text.split("\n"))
    .filter((line) => line !== "" && !line.startsWith("# "))
    .filter((line) => !/^[a-z\d-]+: [^\s:;][^:;]*(?:; [^\s:;][^:;]*)?$/.test(line));
  expect(wrong).toEqual([]);
});

test("a name is nearer to its thing than a hint", () => {
  const { things } = glossary().entryOf(stem("voucher"));
  expect(things.get(stem("coupon"))).toBeGreaterThan(
    things.get(`${stem("gift")} ${stem("card")}`) ?? 1,
  );
});

test("leads from what is said to what it is called, not back", () => {
  expect(glossary().entryOf(stem("jab")).things.has(stem("immunization"))).toBe(true);
  expect(glossary().entryOf(stem("immunization")).things.has(stem("jab"))).toBe(false);
});

test("a word that nobody ever said stands for nothing", () => {
  expect(glossary().entryOf("zyzzyva")).toEqual({ things: new Map(), namings: [] });
});
