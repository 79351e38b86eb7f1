// A list of borrowers of any length, returned in place of the server's.
import type { Page } from "playwright-core";
import { BORROWER_STATUSES, type Borrower } from "../features/borrowers/contract.ts";
import type { ApiPerson } from "./api.ts";

/** The names run "Borrower 00001" and on; every fifth has each status. */
export async function madeUpBorrowers(person: ApiPerson, count: number): Promise<Borrower[]> {
  const { body } = await person.send<Borrower[]>("GET", "/account/borrower?limit=1");
  const like = body[0];
  if (!like) throw new Error("there is no borrower to make others like");
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(5, "0");
    return {
      ...like,
      id: `00000000-0000-4000-8000-0000000${number}`,
      firstName: "Borrower",
      lastName: number,
      email: `person.${number}@example.net`,
      loanNumber: null,
      notes: "",
      coBorrowers: [],
      status: BORROWER_STATUSES[at % BORROWER_STATUSES.length]!, // within it by the remainder
      updatedAt: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    };
  });
}

/** Counts from the page's next load. */
export async function listBorrowers(page: Page, borrowers: readonly Borrower[]): Promise<void> {
  const body = JSON.stringify(borrowers);
  await page.route(/\/api\/latest\/account\/borrower(?:\?.*)?$/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ contentType: "application/json", body }) : route.fallback(),
  );
}
