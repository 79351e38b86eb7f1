import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { RULES } from "#features/underwriting/rules/rule-set.ts";
import { RulesPage } from "./RulesPage.tsx";

test("every rule is explained with its sources under its own anchor", () => {
  render(<RulesPage />);
  for (const [id, { title, sources }] of Object.entries(RULES)) {
    const heading = document.getElementById(id);
    expect(heading?.textContent).toBe(`${id} ${title}`);
    const rule = within(heading!.closest("section")!); // `!`: the line above found it
    rule.getByText("What clears it:");
    for (const { citation } of sources) expect(rule.getAllByText(citation).length).toBeGreaterThan(0);
  }
});

test("a source says when its text is from and how it was read", () => {
  render(<RulesPage />);
  const large = within(screen.getByRole("region", { name: "R3 Large deposit" }));
  const [fannie] = large.getAllByRole("listitem", { hidden: true });
  expect(fannie?.textContent).toBe(
    "Fannie Mae Selling Guide B3-4.2-02, text of 12/14/2022Fannie Mae · Read in the primary text",
  );
});
