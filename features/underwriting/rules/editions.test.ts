import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./days.ts";
import { type Edition, editionFor, EDITIONS, findEdition, shortHash } from "./editions.ts";

const editionOf = (hash: string, effectiveFrom: string): Edition => ({
  hash,
  effectiveFrom,
  ruleSetVersion: effectiveFrom,
  sealedOn: effectiveFrom,
  changes: "",
});
const GUIDE = editionOf("guide", "2026-11-23");
const CORRECTION = editionOf("correction", "2026-11-23");
const NEXT_GUIDE = editionOf("next guide", "2027-03-01");
const LATER_CORRECTION = editionOf("later correction", "2026-11-23");
const ALL = [GUIDE, CORRECTION, NEXT_GUIDE, LATER_CORRECTION];

test.each([
  ["2026-11-23", "later correction"],
  ["2027-02-28", "later correction"],
  ["2027-03-01", "next guide"],
  ["2030-01-01", "next guide"],
])("an application of %s is evaluated under the %s", (day, hash) => {
  expect(editionFor(day, "2026-12-01", ALL).hash).toBe(hash);
});

test("an application before every edition has the first guide, corrected", () => {
  expect(editionFor("2025-06-01", "2026-12-01", ALL)).toBe(LATER_CORRECTION);
});

test("without an application date, no edition of a later day is taken", () => {
  expect(editionFor(null, "2027-02-28", ALL)).toBe(LATER_CORRECTION);
  expect(editionFor(null, "2027-03-01", ALL)).toBe(NEXT_GUIDE);
});

const someDay = fc.integer({ min: 0, max: 40 }).map((days) => addDays("2026-11-20", days * 10));
const someEditions = fc
  .array(someDay, { minLength: 1, maxLength: 8 })
  .map((days) => days.map((day, at) => editionOf(String(at), day)));

test("of any editions, the last one sealed with the latest day that the application has reached", () => {
  fc.assert(
    fc.property(someEditions, fc.option(someDay), someDay, (editions, application, today) => {
      const chosen = editionFor(application, today, editions);
      const day = application ?? today;
      const reached = editions.filter(({ effectiveFrom }) => effectiveFrom <= day);
      if (reached.length === 0) {
        for (const one of editions) expect(one.effectiveFrom >= chosen.effectiveFrom).toBe(true);
      } else {
        expect(chosen.effectiveFrom <= day).toBe(true);
        for (const one of reached) expect(one.effectiveFrom <= chosen.effectiveFrom).toBe(true);
      }
      const sameDay = editions.filter(({ effectiveFrom }) => effectiveFrom === chosen.effectiveFrom);
      expect(sameDay.at(-1)).toBe(chosen);
    }),
  );
});

test("a later edition changes no application before its day", () => {
  fc.assert(
    fc.property(someEditions, someDay, someDay, (editions, application, from) => {
      fc.pre(from > application && editions.some(({ effectiveFrom }) => effectiveFrom <= application));
      const before = editionFor(application, application, editions);
      expect(editionFor(application, application, [...editions, editionOf("new", from)])).toBe(before);
    }),
  );
});

test("an edition is found by its hash and by the beginning of it", () => {
  for (const one of EDITIONS) {
    expect(findEdition(one.hash)).toBe(one);
    expect(findEdition(shortHash(one.hash))).toBe(one);
  }
  expect(findEdition("f".repeat(64))).toBeUndefined();
  expect(new Set(EDITIONS.map(({ hash }) => shortHash(hash))).size).toBe(EDITIONS.length);
});
