import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { signIn } from "#features/identity/web/test-sign-in.ts";
import { answerHttp, refusal } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { AdminBorrowersPage } from "./AdminBorrowersPage.tsx";
import { aBorrower } from "./test-borrower.ts";

const AT = "/admin/borrowers/all";
const LIST = "GET /admin/borrower";

test("S7.30 an admin sees the borrowers of the whole organization", async () => {
  signIn({ role: "admin" });
  answerHttp({ [LIST]: [aBorrower({ id: "dana" })] });
  await renderAt(AT, <AdminBorrowersPage />);
  expect(await screen.findByRole("link", { name: "Dana Reyes" })).toHaveProperty(
    "pathname",
    "/account/borrowers/view/dana",
  );
});

test("S6.27 whoever is no admin ends at /error/403", async () => {
  signIn({ role: "editor" });
  const server = answerHttp({ [LIST]: refusal(403, "FORBIDDEN") });
  await renderAt(AT, <AdminBorrowersPage />);
  await screen.findByText("The borrowers could not be loaded");
  expect(server.visited).toEqual(["/error/403"]);
});
