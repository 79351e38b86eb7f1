import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { Borrower } from "#features/borrowers/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBank, aBorrower, withReport } from "../test-borrower.ts";
import { BorrowerPage } from "./BorrowerPage.tsx";
import { nextStepOf, timelineOf } from "./next-step.ts";

describe("BorrowerPage", () => {
  // The pattern itself is the address here: the borrower's id is the text "$id", in links "%24id".
  const AT = "/account/borrowers/view/$id";
  const READ = "GET /account/borrower/$id";
  const CHANGE = "POST /account/change-borrower-status";
  const TERMS = "PUT /account/borrower-loan/$id";
  const ID = { id: "$id" };

  beforeEach(() => void signIn());

  const status = () => screen.findByRole("combobox", { name: "Status" });

  async function show(borrower: Borrower, answers: Parameters<typeof answerHttp>[0] = {}) {
    const server = answerHttp({ [READ]: borrower, ...answers });
    await renderAt(AT, <BorrowerPage />);
    return server;
  }

  test("shows who, the people on the loan, and the banks with the last digits of accounts", async () => {
    const ann = { firstName: "Ann", lastName: "Lee", email: "ann@example.net" };
    await show(withReport({ ...ID, coBorrowers: [ann], phone: "+15550102030", loanNumber: "AC-1" }));
    await screen.findByRole("heading", { level: 1, name: "Dana Reyes" });
    for (const text of ["Ann Lee", "(555) 010-2030", "AC-1", "First Platypus Bank", "•••• 0000"])
      screen.getByText(text);
    expect(screen.getByRole("link", { name: "Asset report" })).toHaveProperty(
      "pathname",
      "/borrower/asset-report/%24id",
    );
  });

  describe("the status", () => {
    test("offers all five; those not possible now are disabled and say why", async () => {
      await show(aBorrower(ID));
      const options = within(await status()).getAllByRole<HTMLOptionElement>("option");
      expect(options.map(({ text, disabled }) => [text, disabled])).toEqual([
        ["New", false],
        ["Invited", false],
        ["Bank connected (no bank is connected)", true],
        ["Report ready (no report is ready yet)", true],
        ["Closed", false],
      ]);
    });

    test("goes through the status-change call, and the page shows the borrower that it returned", async () => {
      const answered = aBorrower({ ...ID, firstName: "Diana", status: "report-ready", version: 2 });
      const server = await show(aBorrower(ID), { [CHANGE]: answered });
      await userEvent.selectOptions(await status(), "invited");
      await screen.findByRole("heading", { level: 1, name: "Diana Reyes" });
      expect(await status()).toHaveProperty("value", "report-ready");
      expect(server.requests.at(1)).toEqual({ call: CHANGE, body: { id: "$id", status: "invited", version: 1 } });
    });

    test("closing can be undone right away", async () => {
      const closed = aBorrower({ ...ID, status: "closed", invitedAt: "2026-11-02T12:00:00Z", version: 2 });
      const server = await show({ ...closed, status: "invited", version: 1 }, { [CHANGE]: closed });
      await userEvent.selectOptions(await status(), "closed");
      await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
      await waitFor(() => expect(server.count(CHANGE)).toBe(2));
      expect(server.requests.at(-1)?.body).toEqual({ id: "$id", status: "invited", version: 2 });
    });

    test("with a bank connected, closing asks for confirmation because the connection cannot be restored", async () => {
      const connected = withReport(ID);
      const server = await show(connected, { [CHANGE]: { ...connected, status: "closed", items: [], version: 2 } });
      for (const isSure of [false, true]) {
        await userEvent.selectOptions(await status(), "closed");
        await waitFor(() => expect(confirmStore.get()).toMatchObject({ title: "Close Dana Reyes?" }));
        expect(server.count(CHANGE)).toBe(0);
        confirmStore.get()!.answer(isSure); // it was asked just now
        await waitFor(() => expect(server.count(CHANGE)).toBe(isSure ? 1 : 0));
      }
    });

    test("a refusal is shown, and the borrower is read again", async () => {
      const server = await show(aBorrower(ID), { [CHANGE]: refusal(409, "STALE") });
      await userEvent.selectOptions(await status(), "invited");
      await screen.findByText(/Someone else just updated this borrower/);
      await waitFor(() => expect(server.count(READ)).toBe(2));
    });

    test("an observer sees it and cannot set it", async () => {
      signIn({ role: "observer" });
      await show(aBorrower(ID));
      expect(await status()).toHaveProperty("disabled", true);
      expect(screen.queryByRole("combobox", { name: "Assigned to" })).toBeNull();
    });
  });

  test("an admin assigns the borrower to a colleague who may work with borrowers", async () => {
    signIn({ role: "admin" });
    const member = (userId: string, role: string) => ({ userId, firstName: userId, lastName: "Member", role });
    const server = await show(aBorrower(ID), {
      "GET /account/member": [member("eddie", "editor"), member("greta", "guest")],
      "GET /account/group": [],
      "POST /account/assign-borrower": aBorrower({ ...ID, assignedUserId: "eddie", version: 2 }),
    });
    const owner = await screen.findByRole("combobox", { name: "Assigned to" });
    expect(
      within(owner)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["No one", "eddie Member"]);
    await userEvent.selectOptions(owner, "eddie");
    await waitFor(() => expect(owner).toHaveProperty("value", "eddie"));
    expect(server.requests.at(-1)?.body).toEqual({ id: "$id", userId: "eddie" });
  });

  describe("the groups", () => {
    const GROUPS = [
      { id: "east", name: "East", color: "gray" },
      { id: "west", name: "West", color: "blue" },
    ];
    const ASSIGN = "POST /account/assign-borrower";
    const showGroups = (answers: Parameters<typeof answerHttp>[0], groupIds = ["west"]) =>
      show(aBorrower({ ...ID, groupIds }), { "GET /account/member": [], "GET /account/group": GROUPS, ...answers });
    const box = (name: string) => screen.findByRole("checkbox", { name });

    test("an editor puts the borrower into a group and takes it out of another", async () => {
      signIn({ role: "editor" });
      const server = await showGroups({ [ASSIGN]: ({ body }) => aBorrower({ ...(body as object), version: 2 }) });
      await userEvent.click(await box("East"));
      await waitFor(() =>
        expect(server.requests.at(-1)?.body).toMatchObject({ groupIds: ["west", "east"], version: 1 }),
      );
      await waitFor(async () => expect((await box("East")).getAttribute("aria-disabled")).toBeNull());
      expect(await box("East")).toHaveProperty("checked", true);
      await userEvent.click(await box("West"));
      await waitFor(() => expect(server.requests.at(-1)?.body).toEqual({ id: "$id", groupIds: ["east"], version: 2 }));
    });

    test("a box keeps the focus while its change is under way, and a second press does nothing", async () => {
      signIn({ role: "editor" });
      const reply = Promise.withResolvers<object>();
      const server = await showGroups({ [ASSIGN]: () => reply.promise });
      const east = await box("East");
      await userEvent.click(east);
      expect(screen.getByRole("group", { name: "Groups" }).getAttribute("aria-busy")).toBe("true");
      await userEvent.click(east);
      expect(document.activeElement).toBe(east);
      expect(east).toHaveProperty("checked", true);
      reply.resolve(aBorrower({ ...ID, groupIds: ["west", "east"], version: 2 }));
      await waitFor(() => expect(east.getAttribute("aria-disabled")).toBeNull());
      expect(server.count(ASSIGN)).toBe(1);
    });

    test.each([
      [404, "NOT_FOUND", /only add or remove groups you're in/],
      [400, "VALIDATION_ERROR", /Keep the borrower in at least one group/],
      [409, "STALE", /Someone else just updated this borrower/],
    ] as const)("a refusal, %i %s, shows a message, and the borrower is read again", async (status, code, words) => {
      signIn({ role: "editor" });
      const server = await showGroups({ [ASSIGN]: refusal(status, code) });
      await userEvent.click(await box("West"));
      await screen.findByText(words);
      expect(await box("West")).toHaveProperty("checked", true);
      await waitFor(() => expect(server.count(READ)).toBe(2));
    });

    test("a user whose email is not confirmed sees why nothing can be chosen", async () => {
      signIn({ role: "editor", emailConfirmed: false });
      const server = await showGroups({});
      const west = await box("West");
      expect(west.getAttribute("aria-disabled")).toBe("true");
      const reason = document.getElementById(west.getAttribute("aria-describedby") ?? "");
      expect(reason?.textContent).toContain("Confirm your email first");
      await userEvent.click(west);
      expect(server.count(ASSIGN)).toBe(0);
    });

    test("groups that failed to load show as a quiet line, and can be loaded again", async () => {
      signIn({ role: "editor" });
      let isDown = true;
      await showGroups({ "GET /account/group": () => (isDown ? refusal(429, "TOO_MANY_REQUESTS") : GROUPS) });
      await screen.findByText("We couldn't load the groups.");
      isDown = false;
      await userEvent.click(screen.getByRole("button", { name: "Try again" }));
      await box("West");
    });
  });

  test("a bank that needs a new sign-in comes before any other next step", async () => {
    await show(withReport({ ...ID, items: [aBank({ status: "login_required" })] }));
    const next = within(await screen.findByRole("region", { name: "Next step" }));
    next.getByText("Reconnection needed");
    expect(next.getByRole("link", { name: "Reconnect the bank" })).toHaveProperty(
      "pathname",
      "/borrower/asset-report/%24id",
    );
  });

  test("a missing borrower leads to the error page", async () => {
    const server = answerHttp({});
    await renderAt(AT, <BorrowerPage />);
    await waitFor(() => expect(server.visited).toEqual(["/error/404"]));
  });

  test.each(["Cancel", "Save terms"])("%s in the terms form leads back to Edit", async (name) => {
    await show(aBorrower(ID), { [TERMS]: aBorrower({ ...ID, version: 2 }) });
    const edit = () => screen.findByRole("button", { name: "Edit the loan's terms" });
    await userEvent.click(await edit());
    await userEvent.click(await screen.findByRole("button", { name }));
    expect(document.activeElement).toBe(await edit());
  });
});

describe("next step", () => {
  test.each<[string, Borrower, string]>([
    ["new", aBorrower(), "Invite Dana"],
    ["invited", aBorrower({ status: "invited" }), "Waiting for Dana"],
    ["connected", aBorrower({ status: "bank-connected", items: [aBank()] }), "Bank connected"],
    ["generating", withReport({ reportState: "generating" }), "Generating report"],
    ["failed", withReport({ reportState: "failed" }), "The last report failed"],
    ["ready", withReport(), "Report ready"],
    ["closed", withReport({ status: "closed" }), "Closed"],
  ])("%s", (_, borrower, title) => {
    expect(nextStepOf(borrower).title).toBe(title);
  });

  test("a broken connection is more pressing than a report that is ready", () => {
    const broken = withReport({ items: [aBank({ status: "login_required" })] });
    expect(nextStepOf(broken)).toMatchObject({
      title: "Reconnection needed",
      text: "First Platypus Bank needs a new sign-in before the report can be refreshed. If Dana connected it, we emailed them a link.",
    });
  });

  test("a closed borrower is restored to what the facts say", () => {
    const { act } = nextStepOf(aBorrower({ status: "closed", invitedAt: "2026-11-02T12:00:00Z" }));
    expect(act).toMatchObject({ kind: "status", to: "invited" });
  });

  describe("timeline", () => {
    const labels = (...facts: Parameters<typeof aBorrower>) =>
      timelineOf(aBorrower(...facts)).map(({ label, at }) => (at === null ? `${label} to come` : label));

    test("a new borrower has every step ahead", () => {
      expect(labels()).toEqual(["Created", "Invited to come", "Bank connected to come", "Report ready to come"]);
    });

    test("a skipped step is no longer shown as upcoming", () => {
      expect(labels({ connectedAt: "2026-11-02T12:00:00Z" })).toEqual([
        "Created",
        "Bank connected",
        "Report ready to come",
      ]);
    });

    test("events are in the order in which they happened", () => {
      const connectedAt = "2026-11-02T12:00:00Z";
      expect(labels({ connectedAt, invitedAt: "2026-11-03T12:00:00Z" })).toEqual([
        "Created",
        "Bank connected",
        "Invited",
        "Report ready to come",
      ]);
    });

    test("events from other features are in the same order", () => {
      const mark = { label: "Dana Reyes agreed", at: "2026-11-02T13:00:00Z" };
      const borrower = aBorrower({ invitedAt: "2026-11-02T12:00:00Z", connectedAt: "2026-11-02T14:00:00Z" });
      expect(timelineOf(borrower, [mark]).map(({ label }) => label)).toEqual([
        "Created",
        "Invited",
        "Dana Reyes agreed",
        "Bank connected",
        "Report ready",
      ]);
    });

    test("a closed borrower has no upcoming steps", () => {
      expect(labels({ closedAt: "2026-11-04T12:00:00Z" })).toEqual(["Created", "Closed"]);
    });
  });
});
