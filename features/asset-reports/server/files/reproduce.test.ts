import fc from "fast-check";
import { expect, test } from "vitest";
import {
  differencesOf,
  getEdition,
  MAX_REPORT_BYTES,
  NotReproducible,
  readReportFile,
  reproduce,
  requireUnaltered,
  shownValue,
  shownValues,
} from "#features/asset-reports/rules/reproduce.ts";
import { questionOf } from "#features/underwriting/rules/as-evaluated.ts";
import { EDITIONS, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { evaluate } from "#features/underwriting/rules/evaluate.ts";
import { SEED, someQuestion } from "#features/underwriting/rules/test-generators.ts";
import { documentOf, documentOfQuestion, sampleReport } from "../document/test-documents.ts";
import { reportJson } from "./report-formats.ts";

interface Json {
  parsedReport: {
    items: {
      accounts: {
        currentCents: number | null;
        availableCents: number | null;
        transactions: { amountCents: number }[];
      }[];
    }[];
  };
  previousReport: { asOf: string } | null;
  evaluation: {
    editionHash: string | null;
    previousHash: string | null;
    inputs: { loan: { purchasePrice?: number } };
    funds: { fannie: { levels?: unknown; usableByAccount: { cents: number }[] } };
    findings: { text: string }[];
    verdicts: { fannie: { outcome: string } };
    conditions: unknown[];
  };
}

const textOf = (input: Parameters<typeof reportJson>[0]) => [...reportJson(input)].join("");
const check = (json: unknown) => reproduce(readReportFile(JSON.stringify(json)), evaluate);
const sample = () => JSON.parse(textOf(documentOf(sampleReport(), { previous: sampleReport() }))) as Json;

test("each download of random reports gives its own evaluation again, byte for byte", async () => {
  const questions = fc.sample(someQuestion(), { numRuns: 60, seed: SEED });
  for (const { report, previous = null, ...inputs } of questions) {
    const input = documentOfQuestion(questionOf(report, previous, inputs));
    const result = await reproduce(readReportFile(textOf(input)), evaluate);
    expect(result).toEqual({ changed: [], differences: [] });
  }
  expect(questions.some(({ previous }) => previous)).toBe(true);
});

test("one cent more in a transaction is a changed report", async () => {
  const json = sample();
  json.parsedReport.items[0]!.accounts[0]!.transactions[0]!.amountCents += 1;
  expect((await check(json)).changed).toEqual(["report"]);
});

test("one cent more in a balance names every figure that follows from it", async () => {
  const json = sample();
  const [account] = json.parsedReport.items[0]!.accounts;
  account!.currentCents! += 1;
  account!.availableCents! += 1;
  const { changed, differences } = await check(json);
  expect(changed).toEqual(["report"]);
  const found = differences.find(({ path }) => path === "funds.fannie.usableByAccount[0].cents");
  expect(found?.given).toBe((found?.stored as number) + 1);
});

test("one cent more in the evaluation is named alone", async () => {
  const json = sample();
  const [account] = json.evaluation.funds.fannie.usableByAccount;
  account!.cents += 1;
  expect(await check(json)).toEqual({
    changed: [],
    differences: [
      {
        ...{ path: "funds.fannie.usableByAccount[0].cents", currency: "USD" },
        ...{ stored: account!.cents, given: account!.cents - 1 },
      },
    ],
  });
});

test("another verdict, another loan and another report before are each named", async () => {
  const verdict = sample();
  verdict.evaluation.verdicts.fannie.outcome = "enough";
  expect((await check(verdict)).differences).toMatchObject([{ path: "verdicts.fannie.outcome", stored: "enough" }]);
  const loan = sample();
  loan.evaluation.inputs.loan.purchasePrice = 1;
  expect((await check(loan)).changed).toEqual(["inputs"]);
  const previous = sample();
  previous.previousReport!.asOf = "2026-01-01";
  expect((await check(previous)).changed).toEqual(["previousReport"]);
});

test("a finding that was taken out is named once, not those behind it", async () => {
  const json = sample();
  const [gone] = json.evaluation.findings.splice(0, 1);
  expect(json.evaluation.findings.length).toBeGreaterThan(1);
  expect((await check(json)).differences).toMatchObject([{ path: "findings[0]", stored: undefined, given: gone }]);
});

test.each<[string, string, string]>([
  ["broken JSON", textOf(documentOf(sampleReport())).slice(0, -10), "isn't valid JSON"],
  ["an empty file", "", "isn't valid JSON"],
  ["a list", "[]", "isn't a report"],
  ["other JSON", '{"name":"keyturn"}', "isn't a report"],
  ["a file beyond every report", " ".repeat(MAX_REPORT_BYTES + 1), "too large"],
])("%s is refused in words", (_what, text, words) => {
  expect(() => readReportFile(text)).toThrow(NotReproducible);
  expect(() => readReportFile(text)).toThrow(words);
});

test("a report from before editions, and one whose report before was deleted, say why they can't be rerun", () => {
  const old = sample();
  old.evaluation.editionHash = null;
  expect(() => readReportFile(JSON.stringify(old))).toThrow("names no edition");
  const deleted = sample();
  deleted.previousReport = null;
  expect(() => readReportFile(JSON.stringify(deleted))).toThrow("was deleted");
});

test("a report from which parts are missing is refused, not evaluated", async () => {
  const json = sample();
  Object.assign(json.parsedReport.items[0]!, { accounts: null });
  await expect(check(json)).rejects.toThrow("something is missing from the file");
});

test.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
  "a value that was added as %s is named, and shown",
  async (name) => {
    for (const value of ["{}", "null", '"x"', '{"toString":{}}']) {
      const text = JSON.stringify(sample()).replace('"verdicts":{', `"verdicts":{"${name}":${value},`);
      const { differences } = await reproduce(readReportFile(text), evaluate);
      const [found] = differences;
      expect(differences).toHaveLength(1);
      expect([found!.path, shownValue(found!.stored), shownValue(found!.given)]).toEqual([
        ...[`verdicts.${name}`, value, "nothing"],
      ]);
    }
  },
);

test("a number beyond all numbers is not taken for an absent one", () => {
  const text = JSON.stringify(sample());
  expect(text).toContain('"limitCents":null');
  const altered = text.replace('"limitCents":null', '"limitCents":1e999');
  expect(() => readReportFile(altered)).toThrow("values that no report has");
});

test("a file that is nested deeper than any report is refused in words", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const text = JSON.stringify(sample()).replace('"verdicts":{', `"verdicts":{"more":${deep},`);
  expect(() => readReportFile(text)).toThrow("values that no report has");
});

test("names and values of a file can't write over the answer", async () => {
  const json = sample();
  Object.assign(json.evaluation.verdicts, { "\u001b[2J\nSame": "\u009b2J\u202e" });
  const [found] = (await check(json)).differences;
  expect(found?.path).toBe('verdicts["\\u001b[2J\\nSame"]');
  expect(shownValue(found?.stored)).toBe('"\\u{9b}2J\\u{202e}"');
});

test.each(["../../../tmp/rules", "\u001b[2J", "", NEWEST_EDITION.hash.toUpperCase()])(
  "a file that names the edition %j is refused",
  (editionHash) => {
    const json = sample();
    json.evaluation.editionHash = editionHash;
    expect(() => readReportFile(JSON.stringify(json))).toThrow("names no edition");
  },
);

test("an edition is found by its hash, and an altered file of it is refused", async () => {
  expect(getEdition(EDITIONS[0]!.hash.slice(0, 12))).toBe(EDITIONS[0]);
  expect(() => getEdition("0123456789abcdef")).toThrow("Edition 0123456789ab isn't known here");
  await expect(requireUnaltered(NEWEST_EDITION, new TextEncoder().encode("other"))).rejects.toThrow("was altered");
});

test("rows that others moved are the same", () => {
  expect(differencesOf({ rows: [1, 2, 3] }, { rows: [0, 1, 2, 3] })).toMatchObject([
    { path: "rows[0]", stored: undefined, given: 0 },
  ]);
  expect(differencesOf({ rows: [1, 2, 3] }, { rows: [1, 3] })).toMatchObject([
    { path: "rows[1]", stored: 2, given: undefined },
  ]);
  expect(differencesOf({ rows: [] }, { rows: [] })).toEqual([]);
});

test.each<[string, object, object, string, string]>([
  ["dollars", { usableClosingCents: 900_000 }, { usableClosingCents: -900_001 }, "$9,000.00", "−$9,000.01"],
  ["the account's currency", { currency: "EUR", cents: 5 }, { currency: "EUR", cents: 6 }, "EUR 0.05", "EUR 0.06"],
  ["no currency where none is known", { currency: null, cents: 5 }, { currency: null, cents: 6 }, "0.05", "0.06"],
  ["no currency that is no code", { currency: "\u202e", cents: 5 }, { currency: "\u202e", cents: 6 }, "0.05", "0.06"],
  ["the file's text where it is no sum", { cents: "5" }, { cents: 6.5 }, '"5"', "6.5"],
  ["a count as it is", { days: 60 }, { days: 61 }, "60", "61"],
])("a difference shows %s", (_what, one, other, stored, given) => {
  const [found] = differencesOf({ rows: [one] }, { rows: [other] });
  expect(shownValues(found!)).toEqual({ stored, given });
});

test("any difference of two values is found, and none between equal ones", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const copy = JSON.parse(JSON.stringify(one)) as unknown;
      expect(differencesOf({ value: one }, { value: copy })).toEqual([]);
      const isEqual = JSON.stringify(one) === JSON.stringify(other);
      if (!isEqual && shownValue(one, 1e6) !== shownValue(other, 1e6))
        expect(differencesOf({ value: one }, { value: other })).not.toEqual([]);
    }),
  );
});
