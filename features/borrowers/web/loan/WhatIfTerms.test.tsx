import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { signIn } from "#features/identity/web/session/test-sign-in.ts";
import { answerHttp } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
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

test("who may not keep terms is told so before they try any", async () => {
  signIn({ role: "observer" });
  await show();
  const note = await screen.findByText(/You can try terms here, but not save them\. Your role lets you read here/);
  const keep = screen.getByRole("button", { name: "Save these terms" });
  expect(note.compareDocumentPosition(keep) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(keep.title).toContain("Your role lets you read here");
});

test("who may keep them is told no such thing", async () => {
  signIn();
  await show();
  await screen.findByRole("button", { name: "Save these terms" });
  expect(screen.queryByText(/You can try terms here/)).toBeNull();
});
