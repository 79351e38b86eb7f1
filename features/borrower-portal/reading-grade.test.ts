import { expect, test } from "vitest";
import { CONSENT } from "#features/borrowers/labels.ts";
import { DISCLOSURE, giftLetterText, PAGES } from "./labels.ts";
import { BORROWER_MESSAGES, CONNECT_REFUSALS, WINDOW_BLOCKED } from "./messages.ts";

/** Sixth grade. */
const HIGHEST = 6;

/** Every text in a catalog, with short names for what it is filled with. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return textsIn((value as (...given: unknown[]) => unknown)(...FILLED));
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}
const FILLED = ["Ann", "Ann", "Ann"];

/** Groups of vowels, without a silent e at the end: how the formula's authors counted by hand. */
function syllables(word: string): number {
  const plain = word.toLowerCase().replace(/[^a-z]/g, "");
  const groups = plain.replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "").match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}

/** Kincaid et al., 1975. */
function grade(texts: readonly string[]): number {
  const sentences = texts.flatMap((text) => text.split(/[.!?:]+(?:\s|$)|\n+/)).filter((part) => /[a-z]/i.test(part));
  const words = sentences.flatMap((sentence) => sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word)));
  const count = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (count / words.length) - 15.59;
}

test("the formula gives the known grades of a simple and a hard sentence", () => {
  expect(grade(["The cat sat on the mat."])).toBeCloseTo(-1.45, 1);
  expect(grade(["The Australian platypus is seemingly a hybrid of a mammal and reptilian creature."])).toBeGreaterThan(
    9,
  );
});

const PARTS: Readonly<Record<string, unknown>> = {
  ...PAGES,
  consent: [...CONSENT.paragraphs({ lender: "Ann", days: 90, keptDays: 730 }), CONSENT.agree],
  disclosure: [...DISCLOSURE.paragraphs("Ann"), DISCLOSURE.accept],
  giftLetter: giftLetterText({
    ...{ lender: "Ann", borrower: "Ann", donorName: "Bo", relationship: "mother", amount: "$5", isToCome: false },
    ...{ address: "1 Elm", phone: "5" },
  }),
  messages: [BORROWER_MESSAGES, CONNECT_REFUSALS, WINDOW_BLOCKED],
};

test.each(Object.entries(PARTS))("what a borrower reads under %s is for a sixth grader", (_name, part) => {
  const texts = textsIn(part);
  const long = texts.filter((text) => text.split(/\s+/).length > 9);
  if (long.length > 0) expect(grade(long)).toBeLessThanOrEqual(HIGHEST);
  // One hard sentence must not hide among easy ones.
  const hard = long.map((text) => [text, grade([text])] as const).filter(([, of]) => of > HIGHEST + 2);
  expect(hard).toEqual([]);
});
