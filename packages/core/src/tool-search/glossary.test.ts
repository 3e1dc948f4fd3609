import { expect, test } from "vitest";
import { glossary } from "./glossary.ts";
import { stem } from "./stem.ts";

const texts = await Promise.all([
  import("./glossary-actions.ts").then(({ actionGlossary }) => actionGlossary),
  import("./glossary-code.ts").then(({ codeGlossary }) => codeGlossary),
  import("./glossary-commerce.ts").then(({ commerceGlossary }) => commerceGlossary),
  import("./glossary-data.ts").then(({ dataGlossary }) => dataGlossary),
  import("./glossary-deeds.ts").then(({ deedGlossary }) => deedGlossary),
  import("./glossary-instances.ts").then(({ instanceGlossary }) => instanceGlossary),
  import("./glossary-kinds.ts").then(({ kindGlossary }) => kindGlossary),
  import("./glossary-household.ts").then(({ householdGlossary }) => householdGlossary),
  import("./glossary-money.ts").then(({ moneyGlossary }) => moneyGlossary),
  import("./glossary-office.ts").then(({ officeGlossary }) => officeGlossary),
  import("./glossary-systems.ts").then(({ systemGlossary }) => systemGlossary),
  import("./glossary-life.ts").then(({ lifeGlossary }) => lifeGlossary),
  import("./glossary-machine.ts").then(({ machineGlossary }) => machineGlossary),
  import("./glossary-operations.ts").then(({ operationsGlossary }) => operationsGlossary),
  import("./glossary-outdoors.ts").then(({ outdoorsGlossary }) => outdoorsGlossary),
  import("./glossary-computing.ts").then(({ computingGlossary }) => computingGlossary),
  import("./glossary-leisure.ts").then(({ leisureGlossary }) => leisureGlossary),
  import("./glossary-trade.ts").then(({ tradeGlossary }) => tradeGlossary),
  import("./glossary-people.ts").then(({ peopleGlossary }) => peopleGlossary),
  import("./glossary-society.ts").then(({ societyGlossary }) => societyGlossary),
  import("./glossary-talk.ts").then(({ talkGlossary }) => talkGlossary),
  import("./glossary-work.ts").then(({ workGlossary }) => workGlossary),
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
