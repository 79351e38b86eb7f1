import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { NotEvaluated } from "./NotEvaluated.tsx";

const show = (loan: Loan) =>
  renderAt(
    "/here",
    <NotEvaluated
      program="fannie"
      notEvaluated={[{ ruleId: "R7b", programs: ["fannie"], missing: ["reserveMonthsRequired"] }]}
      loan={loan}
      onTerms={vi.fn()}
    />,
  );

test("missing reserves link to the loan terms", async () => {
  await show({ program: "fannie" });
  screen.getByRole("button", { name: "required reserves" });
});

test("reserves entered for the loan's own program are not requested again", async () => {
  await show({ program: "fha", reserveMonthsRequired: 2 });
  screen.getByText(/apply to the loan's own program\. Change the program to evaluate it under Fannie Mae\.$/);
  expect(screen.queryByRole("button", { name: "required reserves" })).toBeNull();
});
