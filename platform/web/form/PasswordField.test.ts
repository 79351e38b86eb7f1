import { expect, test } from "vitest";
import { strengthSentence } from "./PasswordField.tsx";

test.each([
  ["", "At least 12 characters"],
  ["🔑🔑🔑", "3 of at least 12"],
  ["aaaaaaaaaaaaaa", "Easy to guess"],
  ["123456789012", "Easy to guess"],
  ["password1234", "Easy to guess"],
  ["Password12345678", "Easy to guess"],
  ["qwertyQWERTY!1", "Easy to guess"],
  ["KeyturnKeyturn1", "Easy to guess"],
  ["lanternridge", "A few more words"],
  ["lanternx Ridge", "Good"],
  ["lantern ridge copper seven", "Strong"],
])("of %j it says %j", (password, words) => {
  expect(strengthSentence(password, "Keyturn")).toContain(words);
});
