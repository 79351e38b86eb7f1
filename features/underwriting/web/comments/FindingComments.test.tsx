import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { FindingComment } from "#features/underwriting/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { FindingComments } from "./FindingComments.tsx";
import { mentionsIn } from "./mentions-in.ts";

const BORROWER = "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001";
const PAT = { id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b0aa", name: "Pat Rivera" };
const COMMENT: FindingComment = {
  ...{ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b031", borrowerId: BORROWER, findingKey: "k" },
  ...{ text: "Ask for the bill of sale.", mentions: [], author: PAT, isOwn: false },
  ...{ createdAt: "2026-11-03T12:00:00Z", updatedAt: "2026-11-03T12:00:00Z", version: 1 },
};
const LIST = `GET /account/comment/${BORROWER}`;
const ADD = "POST /account/comment";

beforeEach(() => void signIn());

async function show(comments: FindingComment[], answers = {}) {
  const server = answerHttp({ [LIST]: { comments, mentionable: [PAT] }, ...answers });
  await renderAt("/here", <FindingComments borrowerId={BORROWER} findingKey="k" title="Large deposit" />);
  await userEvent.click(await screen.findByText(/^Comments/));
  return server;
}

test("shows a finding's own comments, and only the author can change one", async () => {
  const other = { ...COMMENT, id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b032", findingKey: "other", text: "Elsewhere." };
  const own = { ...COMMENT, id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b033", text: "Mine.", isOwn: true };
  await show([COMMENT, other, own]);
  await screen.findByText("Ask for the bill of sale.");
  expect(screen.queryByText("Elsewhere.")).toBeNull();
  expect(screen.getAllByRole("button", { name: "Edit your comment" })).toHaveLength(1);
});

test("a colleague is mentioned by name, and the comment is sent with their id", async () => {
  const server = await show([], { [ADD]: COMMENT });
  await userEvent.click(await screen.findByRole("button", { name: "Add a comment" }));
  await userEvent.type(screen.getByLabelText("Comment"), "Please look,");
  await userEvent.click(screen.getByRole("button", { name: "Mention Pat Rivera" }));
  await userEvent.click(screen.getByRole("button", { name: "Comment" }));
  await waitFor(() => expect(server.count(ADD)).toBe(1));
  expect(server.requests.find(({ call }) => call === ADD)?.body).toEqual({
    ...{ borrowerId: BORROWER, findingKey: "k", text: "Please look, @Pat Rivera", mentions: [PAT.id] },
  });
});

test("of two names that begin the same, the longer one is meant", () => {
  const long = { id: "long", name: "Pat Rivera-Lee" };
  expect(mentionsIn("@Pat Rivera-Lee, please", [PAT, long])).toEqual(["long"]);
  expect(mentionsIn("@Pat Rivera and @Pat Rivera-Lee", [PAT, long])).toEqual(["long", PAT.id]);
  expect(mentionsIn("Pat Rivera", [PAT, long])).toEqual([]);
});
