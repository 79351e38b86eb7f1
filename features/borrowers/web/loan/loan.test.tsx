import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import type { Loan } from "#features/borrowers/contract.ts";
import { aBorrower } from "../test-borrower.ts";
import { WhatIfTerms } from "./WhatIfTerms.tsx";
import { endHold, hasDraftHere, holdDrafts } from "#platform/web/form/form-drafts.ts";
import { LoanTermsForm } from "./LoanTermsForm.tsx";
import { isForPurpose, LOAN_FIELD_NAMES, loanWords, missingTerms, SAVE_TERMS } from "./loan-fields.ts";
import { LoanFormSchema, loanOf, valuesOf } from "./form.ts";

describe("WhatIfTerms", () => {
  function show(): Promise<unknown> {
    answerHttp({});
    const nothing = () => undefined;
    return renderAt(
      "/",
      <WhatIfTerms
        borrower={aBorrower()}
        whatIf={{}}
        answer=""
        onChange={nothing}
        onDone={nothing}
        onStale={nothing}
      />,
    );
  }

  test("a user who may not save terms learns that before trying any", async () => {
    signIn({ role: "observer" });
    await show();
    const note = await screen.findByText(/You can try terms here, but not save them\. Your role is read-only here/);
    const keep = screen.getByRole("button", { name: "Save these terms" });
    expect(note.compareDocumentPosition(keep) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(keep.title).toContain("Your role is read-only here");
  });

  test("a user who may save terms gets no such notice", async () => {
    signIn();
    await show();
    await screen.findByRole("button", { name: "Save these terms" });
    expect(screen.queryByText(/You can try terms here/)).toBeNull();
  });
});

describe("LoanTermsForm", () => {
  const nothing = () => undefined;
  const show = () => renderAt("/", <LoanTermsForm borrower={aBorrower()} onDone={nothing} onStale={nothing} />);

  test("terms typed when the session ended are back after the sign-in", async () => {
    signIn();
    answerHttp({});
    const { unmount } = await show();
    await userEvent.type(await screen.findByLabelText(/^Loan amount/), "320,000");
    await userEvent.selectOptions(screen.getByLabelText(/^Program/), "fha");
    holdDrafts("mia");
    unmount();
    endHold();
    expect(hasDraftHere(SAVE_TERMS), "so the report page opens the form").toBe(true);
    await show();
    expect(await screen.findByLabelText(/^Loan amount/)).toHaveProperty("value", "320,000");
    expect(screen.getByLabelText(/^Program/)).toHaveProperty("value", "fha");
    expect(hasDraftHere(SAVE_TERMS)).toBe(false);
  });
});

describe("form", () => {
  const FULL: Loan = {
    transactionType: "purchase",
    program: "fha",
    underwriting: "manual",
    occupancy: "primary",
    units: 2,
    salesPrice: 31_000_000,
    appraisedValue: 31_000_000,
    loanAmount: 28_200_000,
    financedFees: 490_000,
    subordinateFinancing: 0,
    monthlyIncome: 680_000,
    pitia: 224_000,
    closingCosts: 590_000,
    prepaids: 210_000,
    credits: 400_000,
    lenderCredits: 0,
    inducements: 0,
    emd: 500_000,
    contractDate: "2026-11-07",
    applicationDate: "2026-11-11",
    noteDate: "2026-12-26",
    disbursementDate: "2026-12-27",
    reserveMonthsRequired: 1,
    reserveReason: "Compensating factors",
    ausReserves: 0,
    financedProperties: [{ unpaidPrincipal: 10_000_000, monthlyPayment: 90_000, isPrincipal: true }],
    creditScore: 702,
    isFirstTimeBuyer: false,
    isHomeReady: true,
    interestedParties: [{ name: "Ann Seller", role: "Seller" }],
    disclosedLiabilities: [{ creditor: "Toyota", monthlyPayment: 42_800, type: "installment" }],
    leftOutAccounts: ["FIRST PLATYPUS|0000|DEPOSITORY|CHECKING"],
  };

  test("every term of the loan goes into the form and comes back unchanged", () => {
    expect(loanOf(valuesOf(FULL))).toEqual(FULL);
    expect(LoanFormSchema.safeParse(valuesOf(FULL)).success).toBe(true);
    expect(loanOf(valuesOf({}))).toEqual({});
  });

  test("every term has words", () => {
    const words = LOAN_FIELD_NAMES.map((field) => [field, loanWords(field, FULL[field])]);
    expect(words.filter(([, text]) => text === "").map(([field]) => field)).toEqual([
      "payoff",
      "acquiredOn",
      "acquisitionCost",
    ]);
    expect(Object.fromEntries(words)).toMatchObject({
      isFirstTimeBuyer: "No",
      interestedParties: "Ann Seller, Seller",
      financedProperties: "$100,000.00 owed, $900.00 a month, principal home",
      leftOutAccounts: "Checking …0000, First Platypus",
    });
  });

  test("terms of the other purpose are neither shown nor missing", () => {
    expect(isForPurpose("payoff", "purchase")).toBe(false);
    expect(isForPurpose("salesPrice", "cash_out")).toBe(false);
    expect(isForPurpose("payoff", "")).toBe(true);
    const { emd: _, ...withoutEarnestMoney } = FULL;
    expect(missingTerms(withoutEarnestMoney)).toEqual(["emd"]);
    expect(missingTerms({ ...withoutEarnestMoney, transactionType: "rate_term", payoff: 1 })).toEqual([]);
  });

  test("without any figure for reserves, the way of underwriting is missing", () => {
    const { underwriting: _, reserveMonthsRequired: _months, ausReserves: _cents, ...loan } = FULL;
    expect(missingTerms(loan)).toEqual(["underwriting"]);
  });
});
