import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { EDITIONS, type Edition, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { RULE_SET_VERSION } from "#features/underwriting/rules/rule-set.ts";
import { bundleEdition, fileOfEdition, hashOf, sealed } from "./edition.ts";
import { root } from "./settings.ts";

test("the newest edition is the rules of the source, byte for byte", async () => {
  const isSame = (await bundleEdition()) === readFileSync(fileOfEdition(NEWEST_EDITION.hash), "utf8");
  expect(isSame, "The rules changed since they were sealed: run npm run edition").toBe(true);
  expect(NEWEST_EDITION.ruleSetVersion).toBe(RULE_SET_VERSION);
});

test("every edition has its file, and its hash is the file's name", () => {
  const files = readdirSync(path.join(root, "editions"));
  expect(files).toEqual(EDITIONS.map(({ hash }) => `${hash}.js`).sort());
  for (const { hash } of EDITIONS) expect(hashOf(readFileSync(fileOfEdition(hash)))).toBe(hash);
});

test("only the last edition may still change", () => {
  for (const { sealedOn } of EDITIONS.slice(0, -1)) expect(sealedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
});

/** Clock, locale, randomness, input and output, and other ways to more than the question. */
const OUTSIDE = [
  /\bDate\.now\b/,
  /\bDate\(\s*\)/,
  /\bMath\.random\b/,
  /\bIntl\b/,
  /\btoLocale/,
  /\blocaleCompare\b/,
  /\bget(Timezone|Hours|Minutes|Seconds|Day|Date|Month|FullYear|Milliseconds)\w*\(/,
  /\b(process|console|performance|crypto|globalThis|self|window|document|navigator)\s*(\??\.\w|\[)/,
  /\b(fetch|require|eval|Function|setTimeout|setInterval|queueMicrotask|XMLHttpRequest|WebSocket|Worker)\s*\(/,
  /\bimport\b\s*["'({*\w]/,
  /\b(async|await)\b/,
];

test.each(EDITIONS.map(({ ruleSetVersion, hash }) => [ruleSetVersion, hash]))(
  "edition %s imports nothing and reads no clock, locale, chance or network",
  (_version, hash) => {
    // Without strings and patterns of bank lines, which may hold any word.
    const code = readFileSync(fileOfEdition(hash), "utf8").replace(/"(?:[^"\\\n]|\\.)*"|`[^`$]*`/g, '""');
    for (const pattern of OUTSIDE) expect(pattern.exec(code)?.[0], String(pattern)).toBeUndefined();
  },
);

const OPEN: Edition = {
  hash: "a".repeat(64),
  ruleSetVersion: "2026-12-01",
  effectiveFrom: "2026-11-23",
  sealedOn: null,
  changes: "First.",
};
const CODE = 'var RULE_SET_VERSION = "2026-12-02";\n';

test("until its release, the last edition is sealed again and keeps its sentence", () => {
  expect(sealed([OPEN], CODE, {})).toEqual([{ ...OPEN, hash: hashOf(CODE), ruleSetVersion: "2026-12-02" }]);
  expect(sealed([{ ...OPEN, hash: hashOf(CODE) }], CODE, {})).toEqual([{ ...OPEN, hash: hashOf(CODE) }]);
});

test("after its release, other rules are an edition of their own, which says what changes and from when", () => {
  const released = { ...OPEN, sealedOn: "2026-12-05" };
  expect(() => sealed([released], CODE, {})).toThrow("Say what changes");
  expect(() => sealed([released], CODE, { changes: "Second.", effectiveFrom: "soon" })).toThrow("takes a day");
  const second = { hash: hashOf(CODE), ruleSetVersion: "2026-12-02", sealedOn: null, changes: "Second." };
  expect(sealed([released], CODE, { changes: "Second." })).toEqual([
    released,
    { ...second, effectiveFrom: "2026-11-23" },
  ]);
  expect(sealed([released], CODE, { changes: "Second.", effectiveFrom: "2027-03-01" })).toEqual([
    released,
    { ...second, effectiveFrom: "2027-03-01" },
  ]);
});

test("an edition that was released and did not change stays as it is", () => {
  const released = { ...OPEN, hash: hashOf(CODE), sealedOn: "2026-12-05" };
  expect(sealed([released], CODE, {})).toEqual([released]);
});
