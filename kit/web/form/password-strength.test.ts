import { expect, test } from "vitest";
import { strengthSentence } from "./password-strength.ts";

test.each([
  ["", "At least 12 characters"],
  ["🔑🔑🔑", "3 of at least 12"],
  ["aaaaaaaaaaaaaa", "easy to guess"],
  ["123456789012", "A few more words"],
  ["lanternx Ridge", "Good"],
  ["lantern ridge copper seven", "Strong"],
])("of %j it says %j", (password, words) => {
  expect(strengthSentence(password)).toContain(words);
});
