import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import type { Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { answerPortal, inSession } from "./test-session.ts";
import { BorrowerPortalPage } from "./BorrowerPortalPage.tsx";

// The pattern itself is the address here: the borrower's id is the text "$id".
export const AT = "/borrower/$id";
export const READ = "GET /visit";

export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const press = async (name: string | RegExp) => userEvent.click(await button(name));

/** The page in an open borrower session. */
export async function show(session: BorrowerSession, answers: Readonly<Record<string, Answer>> = {}) {
  inSession();
  const server = await answerPortal({ [READ]: session, ...answers });
  await renderAt(AT, <BorrowerPortalPage />);
  await screen.findByRole("heading", { level: 1, name: PAGES.titleOf("Acme Lending") });
  return server;
}
