import fc from "fast-check";
import { expect, test } from "vitest";
import { fileNamePart } from "./file-name.ts";

test.each([
  ["O'Nguyễn Smith", "O-Nguyễn-Smith"],
  ["O'Nguyễn Smith".normalize("NFD"), "O-Nguyễn-Smith"],
  ["=Whit field ", "Whit-field"],
  ["Anne--Marie", "Anne-Marie"],
  ["张伟", "张伟"],
  ["हिन्दी", "हिन्दी"],
  ["🧿🎉", "borrower"],
  ["../..", "borrower"],
  ["", "borrower"],
])("%j is named %j", (given, named) => {
  expect(fileNamePart(given, "borrower")).toBe(named);
});

test("no name has an empty part, a doubled hyphen or a hyphen at an end", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(`report-${fileNamePart(text, "borrower")}.pdf`).toMatch(/^report(?:-[^-./\\\s]+)+\.pdf$/u);
    }),
  );
});
