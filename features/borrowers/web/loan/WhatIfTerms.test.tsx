import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBorrower } from "../test-borrower.ts";
import { WhatIfTerms } from "./WhatIfTerms.tsx";

function show(): Promise<unknown> {
  answerHttp({});
  const nothing = () => undefined;
  return renderAt(
    "/",
    <WhatIfTerms borrower={aBorrower()} whatIf={{}} answer="" onChange={nothing} onDone={nothing} onStale={nothing} />,
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
