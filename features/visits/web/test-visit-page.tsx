// Owns the borrower's own page as its tests open it, in a visit that is open, and what is pressed there.
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Visit } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import type { Answer } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { answerVisit, onVisit } from "./test-visit.ts";
import { VisitPage } from "./VisitPage.tsx";

// The pattern itself is the address here: the borrower's id is the text "$id".
export const AT = "/borrower/$id";
export const READ = "GET /visit";

export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const press = async (name: string | RegExp) => userEvent.click(await button(name));

/** The page in a visit that is open. */
export async function show(visit: Visit, answers: Readonly<Record<string, Answer>> = {}) {
  onVisit();
  const server = await answerVisit({ [READ]: visit, ...answers });
  await renderAt(AT, <VisitPage />);
  await screen.findByRole("heading", { level: 1, name: PAGES.titleOf("Acme Lending") });
  return server;
}
