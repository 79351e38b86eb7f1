import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { aBorrower } from "../test-borrower.ts";
import { CreateBorrowerPage } from "./CreateBorrowerPage.tsx";
import { EditBorrowerPage } from "./EditBorrowerPage.tsx";

describe("CreateBorrowerPage", () => {
  const AT = "/account/borrowers/create";
  const CREATE = "POST /account/borrower";

  beforeEach(() => void signIn());

  async function writeDana(): Promise<void> {
    await userEvent.type(await screen.findByLabelText("First name"), "Dana");
    await userEvent.type(screen.getByLabelText("Last name"), "Reyes");
    await userEvent.type(screen.getByLabelText("Email"), "dana@example.net");
  }

  const press = () => userEvent.click(screen.getByRole("button", { name: "Create Borrower" }));

  test("three fields create a borrower, and the new borrower's page opens", async () => {
    const server = answerHttp({ [CREATE]: aBorrower({ id: "dana" }) });
    const { router } = await renderAt(AT, <CreateBorrowerPage />);
    await writeDana();
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe("/account/borrowers/view/dana"));
    expect(server.requests[0]?.body).toMatchObject({ firstName: "Dana", lastName: "Reyes", email: "dana@example.net" });
  });

  test("the link is emailed right away only if the user asks for it", async () => {
    const server = answerHttp({ [CREATE]: aBorrower({ id: "dana", email: "dana@example.net" }) });
    await renderAt(AT, <CreateBorrowerPage />);
    await writeDana();
    const box = screen.getByRole("checkbox", { name: "Send the invitation now" });
    expect(box).toHaveProperty("checked", false);
    await userEvent.click(box);
    await press();
    await waitFor(() => expect(server.count(CREATE)).toBe(1));
    expect(server.requests[0]?.body).toMatchObject({ invite: true });
  });

  test.each([
    [[], "We emailed a secure link to dana@example.net."],
    [
      [
        { firstName: "Ann", lastName: "Reyes", email: "ann@example.net" },
        { firstName: "Bo", lastName: "Reyes", email: "bo@example.net" },
      ],
      "We emailed secure links to dana@example.net, ann@example.net, and bo@example.net.",
    ],
  ])("the page names the people who were emailed a link, with %j beside the borrower", async (coBorrowers, words) => {
    answerHttp({ [CREATE]: aBorrower({ id: "dana", email: "dana@example.net", coBorrowers }) });
    await renderAt(AT, <CreateBorrowerPage />);
    await writeDana();
    await userEvent.click(screen.getByRole("checkbox", { name: "Send the invitation now" }));
    await press();
    await waitFor(() => expect(toastStore.get().at(-1)?.body).toBe(words));
  });

  test("empty optional fields are sent as null, a phone number in E.164, co-borrowers with the rest", async () => {
    const server = answerHttp({ [CREATE]: aBorrower() });
    await renderAt(AT, <CreateBorrowerPage />);
    await writeDana();
    await userEvent.type(screen.getByLabelText(/^Suffix/), "Jr.");
    await userEvent.clear(screen.getByLabelText(/^Suffix/));
    await userEvent.type(screen.getByLabelText(/^Phone/), "(555) 010-2030");
    await userEvent.click(screen.getByRole("button", { name: "Add co-borrower" }));
    const ann = within(screen.getByRole("group", { name: "Co-borrower 1" }));
    await userEvent.type(ann.getByLabelText("First name"), "Ann");
    await userEvent.type(ann.getByLabelText("Last name"), "Reyes");
    await userEvent.type(ann.getByLabelText("Email"), "ann@example.net");
    await press();
    await waitFor(() => expect(server.count(CREATE)).toBe(1));
    expect(server.requests[0]?.body).toMatchObject({
      suffix: null,
      loanNumber: null,
      phone: "+15550102030",
      coBorrowers: [{ firstName: "Ann", lastName: "Reyes", email: "ann@example.net" }],
    });
  });

  test("each person on the loan needs their own email address, and the error shows at the later one", async () => {
    const server = answerHttp({ [CREATE]: aBorrower() });
    await renderAt(AT, <CreateBorrowerPage />);
    await writeDana();
    await userEvent.click(screen.getByRole("button", { name: "Add co-borrower" }));
    const bert = within(screen.getByRole("group", { name: "Co-borrower 1" }));
    await userEvent.type(bert.getByLabelText("First name"), "Bert");
    await userEvent.type(bert.getByLabelText("Last name"), "Reyes");
    await userEvent.type(bert.getByLabelText("Email"), " Dana@Example.net");
    await press();
    await bert.findByText(/^Someone else on this loan has this email\./);
    expect(document.activeElement).toBe(bert.getByLabelText("Email"));
    expect(server.count(CREATE)).toBe(0);
    await userEvent.clear(bert.getByLabelText("Email"));
    await userEvent.type(bert.getByLabelText("Email"), "bert@example.net");
    await press();
    await waitFor(() => expect(server.count(CREATE)).toBe(1));
  });

  test("a loan takes at most three co-borrowers, and one can be removed again", async () => {
    answerHttp({});
    await renderAt(AT, <CreateBorrowerPage />);
    const add = await screen.findByRole("button", { name: "Add co-borrower" });
    for (let count = 0; count < 4; count++) await userEvent.click(add);
    expect(screen.getAllByRole("group")).toHaveLength(3);
    await userEvent.click(screen.getByRole("button", { name: "Remove co-borrower 2" }));
    expect(screen.getAllByRole("group")).toHaveLength(2);
  });

  test("nothing is sent while a field is invalid, and the first invalid field gets the focus", async () => {
    const server = answerHttp({});
    await renderAt(AT, <CreateBorrowerPage />);
    await userEvent.type(await screen.findByLabelText("First name"), "Dana");
    await press();
    await screen.findByText("Last name required");
    expect(document.activeElement).toBe(screen.getByLabelText("Last name"));
    expect(server.requests).toEqual([]);
  });

  test("a loan number that is taken shows an error at its field, which gets the focus, and the input stays", async () => {
    answerHttp({ [CREATE]: refusal(409, "LOAN_NUMBER_TAKEN") });
    await renderAt(AT, <CreateBorrowerPage />);
    await userEvent.type(await screen.findByLabelText(/^Loan number/), "AC-1");
    await writeDana();
    await press();
    const reported = await screen.findByText(/has this loan number\. Correct it/);
    const field = screen.getByLabelText<HTMLInputElement>(/^Loan number/);
    expect([field.value, field.getAttribute("aria-invalid"), field.getAttribute("aria-describedby")]).toEqual([
      "AC-1",
      "true",
      reported.id,
    ]);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole("alert"), "said once").toBeNull();
    await userEvent.type(field, "2");
    expect(field.getAttribute("aria-invalid")).toBeNull();
  });

  test("an unconfirmed person learns why nothing can be created yet", async () => {
    signIn({ emailConfirmed: false });
    const server = answerHttp({ [CREATE]: aBorrower() });
    await renderAt(AT, <CreateBorrowerPage />);
    await writeDana();
    const button = screen.getByRole("button", { name: "Create Borrower" });
    expect(button.title).toContain("Confirm your email");
    await userEvent.click(button);
    expect(server.requests).toEqual([]);
  });

  test("a user who may not read borrowers sees that reason, and no hint that they may read", async () => {
    signIn({ role: "guest" });
    answerHttp({});
    await renderAt(AT, <CreateBorrowerPage />);
    const button = await screen.findByRole("button", { name: "Create Borrower" });
    expect(button.title).toBe("Your role doesn't include borrowers. Ask an admin of your organization.");
  });
});

describe("EditBorrowerPage", () => {
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
});
