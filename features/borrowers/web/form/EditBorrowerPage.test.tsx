import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBorrower } from "../test-borrower.ts";
import { EditBorrowerPage } from "./EditBorrowerPage.tsx";

// The pattern itself is the address here: the borrower's id is the text "$id", in links "%24id".
const AT = "/account/borrowers/edit/$id";
const READ = "GET /account/borrower/$id";
const WRITE = "PUT /account/borrower/$id";
const stored = aBorrower({ id: "$id", notes: "first", loan: { salesPrice: 40_000_000 } });

beforeEach(() => void signIn());

const save = () => userEvent.click(screen.getByRole("button", { name: "Save changes" }));

async function note(text: string): Promise<void> {
  const notes = await screen.findByLabelText(/^Notes/);
  await userEvent.clear(notes);
  await userEvent.type(notes, text);
}

test("saves the whole borrower again, including the loan that this form does not show", async () => {
  const server = answerHttp({ [READ]: stored, [WRITE]: stored });
  const { router } = await renderAt(AT, <EditBorrowerPage />);
  await note("second");
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/borrowers/view/%24id"));
  const sent = server.requests.find(({ call }) => call === WRITE);
  expect(sent?.body).toMatchObject({ notes: "second", loan: { salesPrice: 40_000_000 }, version: 1 });
});

test("another user's change is shown, merged with mine, and my save keeps it", async () => {
  const theirs = { ...stored, notes: "theirs", suffix: "Jr.", version: 2 };
  let current = stored;
  const server = answerHttp({
    [READ]: () => current,
    [WRITE]: () => (current === theirs ? theirs : ((current = theirs), refusal(409, "STALE"))),
  });
  await renderAt(AT, <EditBorrowerPage />);
  await note("mine");
  await save();
  await screen.findByText("Notes: keeping yours; theirs is “theirs”");
  expect(screen.getByLabelText(/^Notes/)).toHaveProperty("value", "mine");

  await userEvent.click(screen.getByRole("button", { name: "Review changes" }));
  expect(screen.getByLabelText(/^Suffix/)).toHaveProperty("value", "Jr.");
  await save();
  await waitFor(() => expect(server.count(WRITE)).toBe(2));
  expect(server.requests.filter(({ call }) => call === WRITE)[1]?.body).toMatchObject({
    notes: "mine",
    suffix: "Jr.",
    version: 2,
  });
});

test("a newer version that differs in no field of the form only needs a second click", async () => {
  let current = stored;
  const server = answerHttp({
    [READ]: () => current,
    [WRITE]: ({ body }) => {
      if ((body as { version: number }).version === 2) return stored;
      current = { ...stored, status: "invited", version: 2 };
      return refusal(409, "STALE");
    },
  });
  await renderAt(AT, <EditBorrowerPage />);
  await note("mine");
  await save();
  await screen.findByText(/Review the differences, then save again/);
  await waitFor(() => expect(server.count(READ)).toBe(2));
  await save();
  await waitFor(() => expect(server.count(WRITE)).toBe(2));
  expect(screen.queryByText("Review changes")).toBeNull();
});
