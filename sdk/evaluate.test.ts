import { copyFile, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf, sampleReport } from "../features/asset-reports/server/document/test-documents.ts";
import { reportJson } from "../features/asset-reports/server/files/report-formats.ts";
import { EDITIONS, NEWEST_EDITION, shortHash } from "../features/underwriting/rules/editions.ts";
import { editionLines, evaluateFile } from "./evaluate.ts";

const EDITIONS_FOLDER = path.join(import.meta.dirname, "../editions");
const NEWEST = `edition ${shortHash(NEWEST_EDITION.hash)} (guideline set ${NEWEST_EDITION.ruleSetVersion})`;
const TEXT = [...reportJson(documentOf(sampleReport()))].join("");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keyturn-evaluate-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(text: string, edition?: string, editions = EDITIONS_FOLDER) {
  const file = path.join(folder, "report.json");
  await writeFile(file, text);
  return evaluateFile(file, editions, edition);
}

test("a downloaded report is the same under its edition", async () => {
  expect(await check(TEXT)).toEqual({
    isSame: true,
    lines: [`Same: ${NEWEST} gives this evaluation, byte for byte.`],
  });
});

test("a changed verdict is named with both values, a changed balance as a changed report", async () => {
  const json = JSON.parse(TEXT) as {
    evaluation: { verdicts: { fannie: { outcome: string } } };
    parsedReport: { items: { accounts: { currentCents: number }[] }[] };
  };
  const { outcome } = json.evaluation.verdicts.fannie;
  json.evaluation.verdicts.fannie.outcome = "other";
  expect(await check(JSON.stringify(json))).toEqual({
    isSame: false,
    lines: [
      `1 value differs from what ${NEWEST} gives:`,
      `  verdicts.fannie.outcome: stored "other", edition gives "${outcome}"`,
    ],
  });
  json.evaluation.verdicts.fannie.outcome = outcome;
  json.parsedReport.items[0]!.accounts[0]!.currentCents += 1;
  const { isSame, lines } = await check(JSON.stringify(json));
  expect(isSame).toBe(false);
  expect(lines[0]).toBe("Changed since it was evaluated: the report");
  expect(lines.find((line) => line.includes("currentCents: "))).toMatch(
    /: stored \$[\d,]+\.\d\d, edition gives \$[\d,]+\.\d\d$/,
  );
});

test("another edition can be run on the same report, by its short hash", async () => {
  const first = EDITIONS[0]!; // there are earlier ones
  const { lines } = await check(TEXT, shortHash(first.hash));
  expect(lines).toContain(
    `  ruleSetVersion: stored "${NEWEST_EDITION.ruleSetVersion}", edition gives "${first.ruleSetVersion}"`,
  );
});

test("unknown, missing and altered editions are refused", async () => {
  await expect(check(TEXT, "0123456789ab")).rejects.toThrow("Edition 0123456789ab isn't known here");
  await expect(check(TEXT, undefined, folder)).rejects.toThrow("is missing from this package");
  const altered = path.join(folder, `${NEWEST_EDITION.hash}.js`);
  await copyFile(path.join(EDITIONS_FOLDER, `${EDITIONS[0]!.hash}.js`), altered);
  await expect(check(TEXT, undefined, folder)).rejects.toThrow("was altered");
});

test("a file that is missing, cut off, foreign or beyond every report is refused", async () => {
  await expect(evaluateFile(path.join(folder, "none.json"), EDITIONS_FOLDER)).rejects.toThrow("There is no file");
  await expect(check(TEXT.slice(0, -5))).rejects.toThrow("isn't valid JSON");
  await expect(check("{}")).rejects.toThrow("isn't a report");
  const large = path.join(folder, "large.json");
  const handle = await open(large, "w");
  await handle.truncate(50_000_001);
  await handle.close();
  await expect(evaluateFile(large, EDITIONS_FOLDER)).rejects.toThrow("too large");
});

test("the editions are listed, the newest first", () => {
  expect(editionLines()).toHaveLength(EDITIONS.length);
  expect(editionLines()[0]).toContain(shortHash(NEWEST_EDITION.hash));
});
