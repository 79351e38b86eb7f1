import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { BORROWERS } from "./people.ts";

test.each(["features/developers/web/reference/DevelopersPage.tsx", "sdk/README.md", "app/server/api-fields.ts"])(
  "the loan number in the examples of %s is of a sample borrower",
  async (file) => {
    const text = await readFile(file, "utf8");
    const named = text.match(/\b(?:[A-Z]{2}-)?20\d\d-\d{4,6}\b/g) ?? [];
    expect(named).not.toEqual([]);
    const known = BORROWERS.map(({ loanNumber }) => loanNumber);
    expect(named.filter((one) => !known.includes(one))).toEqual([]);
  },
);
