// The page before there is a report, while it is made, and after a refusal.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { refusal } from "#platform/web/test-http.ts";
import type { AssetReport } from "#features/asset-reports/contract.ts";
import {
  AskingStep,
  BORROWER,
  button,
  connected,
  EXCHANGE,
  fresh,
  FULL_PRICE,
  GENERATE,
  opened,
  press,
  PRICE,
  PROGRESS,
  ready,
  RETRIEVE,
  show,
  TOKEN,
  withDialog,
} from "./test-report-page.tsx";
import { aReport } from "./test-report.ts";
import { stepsOf } from "./ReportProgress.tsx";
import { IDENTITY_TEXTS, OFFICER_IDENTITY_TITLE } from "../labels.ts";

describe("AssetReportPage", () => {
  beforeEach(() => void signIn());

  describe("before there is a report", () => {
    test("without a bank the page says so, requests no report, and disables what is not possible with the reason", async () => {
      const server = await show({ borrower: fresh });
      screen.getByText("No bank connected");
      expect(button("Generate report").title).toContain("Connect one first");
      expect(button("Download report").title).toContain("Generate one first");
      expect(server.count(RETRIEVE)).toBe(0);
    });

    test("a connected bank leads to the report", async () => {
      const server = await show({
        borrower: connected,
        answers: { [GENERATE]: { assetReportId: "r", state: "queued" } },
      });
      screen.getByText("Ready to generate");
      await press("Generate report");
      await waitFor(() => expect(server.requests.at(-1)?.call).not.toBe(GENERATE));
      expect(server.requests.find(({ call }) => call === GENERATE)?.body).toEqual({ borrowerId: "$id", price: 2500 });
      expect(server.count(BORROWER)).toBe(2);
    });

    test.each([
      [FULL_PRICE, "Report: $25.00 when the report is ready"],
      [
        { type: "report_refresh", amount: 0, freeUntil: "2027-01-20", isOverCap: false, leftOfCap: null },
        "Report: Free until Jan 20, 2027",
      ],
    ])("the price is shown before the report is requested", async (price, words) => {
      await show({ borrower: connected, answers: { [PRICE]: price } });
      await screen.findByText(words);
      expect(button("Generate report").getAttribute("aria-disabled")).toBe(null);
    });

    test.each([
      ["registered", 1000, "$10.00 is left of this month's spend cap and a report costs $25.00. Ask an admin"],
      [
        "admin",
        1000,
        "$10.00 is left of this month's spend cap and a report costs $25.00. Raise it under Organization",
      ],
      ["admin", 0, "Nothing is left of this month's spend cap and a report costs $25.00."],
    ] as const)(
      "over the spend cap the page shows %s why no report can be requested",
      async (role, leftOfCap, words) => {
        signIn({ role });
        await show({ borrower: connected, answers: { [PRICE]: { ...FULL_PRICE, isOverCap: true, leftOfCap } } });
        expect((await screen.findByRole("status")).textContent).toContain(words);
        expect(button("Generate report").title).toContain(words);
      },
    );

    test("a user with an unconfirmed email sees why nothing can be connected yet", async () => {
      signIn({ emailConfirmed: false });
      await show({ borrower: fresh });
      expect(button("Connect bank").title).toContain("Confirm your email");
    });
  });

  describe("while a report is made", () => {
    const generating = aReport({ state: "generating", step: "received" });

    test("its steps are shown, also after a reload of the page", async () => {
      await show({ borrower: { ...connected, reportState: "generating" }, report: generating });
      const steps = await screen.findByRole("list", { name: "Report progress" });
      expect(
        within(steps)
          .getAllByRole("listitem")
          .map(({ textContent }) => textContent),
      ).toEqual(["Requesting data, done", "Data received, done", "Evaluating, now", "Ready, to come"]);
      expect(button("Generate report").title).toContain("Generating");
    });

    test("the page notices without the socket that the report is ready", async () => {
      let polls = 0;
      await show({
        borrower: connected,
        answers: {
          [BORROWER]: () => (polls > 0 ? ready : { ...connected, reportState: "generating" }),
          [PROGRESS]: () => ({ report: polls++ > 0 ? aReport() : generating }),
        },
      });
      await screen.findByText("Evaluating");
      await screen.findByRole("heading", { name: "Transactions" }, { timeout: 10_000 });
    });

    test("the current report stays readable", async () => {
      await show({ borrower: { ...ready, reportState: "generating" }, report: generating });
      await screen.findByText("Generating a new report");
      await screen.findByRole("heading", { name: "Transactions" });
    });
  });

  describe("a refusal shows a message on the page", () => {
    test.each([
      [refusal(409, "NO_BANK_CONNECTION"), "No bank connected"],
      [refusal(409, "LIMIT_REACHED"), "You've reached today's limit of 10 reports"],
      [refusal(502, "PROVIDER_UNAVAILABLE"), "The bank-data provider isn't responding"],
      [refusal(409, "INVALID_STATUS_TRANSITION"), "This borrower is closed"],
    ])("%s", async (answer, title) => {
      const server = await show({ borrower: connected, answers: { [GENERATE]: answer } });
      await press("Generate report");
      await screen.findByText(title);
      expect(server.visited).toEqual([]);
    });

    test("a price that has changed is reported, and the new price is shown", async () => {
      let amount = 0;
      await show({
        borrower: connected,
        answers: {
          [PRICE]: () => ({ ...FULL_PRICE, amount }),
          [GENERATE]: () => ((amount = 2500), refusal(409, "STALE")),
        },
      });
      await screen.findByText(/Report: Free/);
      await press("Generate report");
      await screen.findByText("The price has changed");
      await screen.findByText(/Report: \$25\.00/);
    });

    test("a bank that needs a new sign-in can be repaired in update mode", async () => {
      await withDialog();
      let items = [aBank()];
      const server = await show({
        borrower: connected,
        answers: {
          [BORROWER]: () => ({ ...connected, items }),
          [GENERATE]: () => ((items = [aBank({ status: "login_required" })]), refusal(409, "BANK_LOGIN_REQUIRED")),
          [TOKEN]: refusal(502, "PROVIDER_UNAVAILABLE"),
        },
      });
      await press("Generate report");
      await screen.findByText("Reconnection needed");
      await userEvent.click(await screen.findByRole("button", { name: "Reconnect First Platypus Bank" }));
      await screen.findByText("The bank-data provider isn't responding");
      expect(server.requests.at(-1)).toMatchObject({ call: TOKEN, body: { borrowerId: "$id", itemId: aBank().id } });
    });

    test("a failed report shows what happened", async () => {
      const error = { code: "TIMEOUT", message: "The bank-data provider didn't deliver within 15 minutes." };
      await show({ borrower: connected, report: aReport({ state: "failed", step: "asked", error }) });
      await screen.findByText("The last report failed");
      screen.getByText(/didn't deliver within 15 minutes/);
    });

    test.each([
      [2500, true],
      [0, false],
      [null, false],
    ])("a failed report that would have cost %s cents says that it cost nothing: %s", async (price, isSaid) => {
      await show({ borrower: connected, report: aReport({ state: "failed", step: "asked", price }) });
      const failed = (await screen.findByText("The last report failed")).closest("[role=alert]");
      expect(failed?.textContent.includes("You weren't charged.")).toBe(isSaid);
    });
  });
});

// The page around the bank's dialog: the result, and the message when the user leaves it.
describe("bank dialog", () => {
  beforeEach(() => void signIn());

  describe("the bank dialog", () => {
    test("exchanges what the user shares, and the page shows the connected borrower", async () => {
      await withDialog();
      const linkToken = { linkToken: "link-1", expiration: "2026-11-02T16:00:00Z" };
      const server = await show({ borrower: fresh, answers: { [TOKEN]: linkToken, [EXCHANGE]: connected } });
      await press("Connect bank");
      await waitFor(() => expect(opened.create).toHaveBeenCalledOnce());
      const [callbacks] = opened.create.mock.lastCall!; // called, as the line before waited for
      expect(callbacks.token).toBe("link-1");
      callbacks.onSuccess("public-1", { institution: { name: "First Platypus Bank" }, accounts: [] });
      await screen.findByText("Ready to generate");
      expect(server.requests.find(({ call }) => call === EXCHANGE)?.body).toEqual({
        borrowerId: "$id",
        publicToken: "public-1",
        institution: { name: "First Platypus Bank" },
        accounts: [],
      });
    });

    test("opens only after the step before it, and for the person that the step names", async () => {
      await withDialog();
      const linkToken = { linkToken: "link-1", expiration: "2026-11-02T16:00:00Z" };
      const server = await show({
        borrower: fresh,
        answers: { [TOKEN]: linkToken },
        connectStep: (props) => <AskingStep {...props} />,
      });
      await press("Connect bank");
      await screen.findByRole("dialog", { name: "Before the bank" });
      expect(server.count(TOKEN)).toBe(0);
      await press("Leave");
      expect(screen.queryByRole("dialog", { name: "Before the bank" })).toBeNull();
      await press("Connect bank");
      await press("Go on for Ann");
      await waitFor(() => expect(opened.create).toHaveBeenCalledOnce());
      expect(server.requests.find(({ call }) => call === TOKEN)?.body).toEqual({
        borrowerId: "$id",
        email: "ann@example.net",
      });
    });

    test("opens once the officer has entered who the person is, where Plaid Check does not know them yet", async () => {
      await withDialog();
      let isKnown = false;
      const server = await show({
        borrower: fresh,
        answers: {
          [TOKEN]: () => (isKnown ? { linkToken: "link-1", expiration: "" } : refusal(409, "IDENTITY_REQUIRED")),
        },
      });
      await press("Connect bank");
      const asking = within(await screen.findByRole("dialog", { name: OFFICER_IDENTITY_TITLE }));
      isKnown = true;
      const { dateOfBirth, phone, street, city, state, zip, button: next } = IDENTITY_TEXTS;
      const entered = {
        ...{ [dateOfBirth]: "1988-07-22", [phone]: "4155550123", [street]: "123 Main St" },
        ...{ [city]: "Reno", [state]: "NV", [zip]: "89501" },
      };
      for (const [label, value] of Object.entries(entered))
        fireEvent.change(asking.getByLabelText(label), { target: { value } });
      await press(next);
      await waitFor(() => expect(opened.create).toHaveBeenCalledOnce());
      expect(screen.queryByRole("dialog", { name: OFFICER_IDENTITY_TITLE })).toBeNull();
      expect(server.requests.findLast(({ call }) => call === TOKEN)?.body).toMatchObject({
        identity: { dateOfBirth: "1988-07-22", phone: "+14155550123", zip: "89501" },
      });
    });

    test("is not opened to correct the identity of a person whom Plaid Check knows", async () => {
      await withDialog();
      const server = await show({
        borrower: connected,
        report: aReport({ product: "consumer_report" }),
        answers: { [TOKEN]: { linkToken: "link-1", expiration: "" } },
        connectStep: AskingStep,
      });
      await userEvent.click(await screen.findByRole("button", { name: "Edit identity" }));
      await press("Go on for Ann");
      const asking = within(await screen.findByRole("dialog", { name: OFFICER_IDENTITY_TITLE }));
      expect(server.count(TOKEN)).toBe(0);
      const { dateOfBirth, phone, street, city, state, zip } = IDENTITY_TEXTS;
      const entered = {
        ...{ [dateOfBirth]: "1988-07-22", [phone]: "4155550123", [street]: "123 Main St" },
        ...{ [city]: "Reno", [state]: "NV", [zip]: "89501" },
      };
      for (const [label, value] of Object.entries(entered))
        fireEvent.change(asking.getByLabelText(label), { target: { value } });
      await press("Save identity");
      await waitFor(() => expect(screen.queryByRole("dialog", { name: OFFICER_IDENTITY_TITLE })).toBeNull());
      expect(server.requests.findLast(({ call }) => call === TOKEN)?.body).toMatchObject({
        email: "ann@example.net",
        identity: { dateOfBirth: "1988-07-22", street: "123 Main St" },
      });
      expect(opened.create).not.toHaveBeenCalled();
    });

    test("stays open with what was entered, and says why, when Plaid Check refuses the identity", async () => {
      await withDialog();
      let code: "IDENTITY_REQUIRED" | "PROVIDER_UNAVAILABLE" = "IDENTITY_REQUIRED";
      await show({
        borrower: fresh,
        answers: { [TOKEN]: () => refusal(code === "IDENTITY_REQUIRED" ? 409 : 502, code) },
      });
      await press("Connect bank");
      const asking = within(await screen.findByRole("dialog", { name: OFFICER_IDENTITY_TITLE }));
      code = "PROVIDER_UNAVAILABLE";
      const {
        dateOfBirth,
        dateOfBirthError,
        phone,
        phoneError,
        street,
        city,
        state,
        zip,
        button: next,
      } = IDENTITY_TEXTS;
      const enter = (values: Record<string, string>) => {
        for (const [label, value] of Object.entries(values))
          fireEvent.change(asking.getByLabelText(label), { target: { value } });
      };
      enter({ [dateOfBirth]: "2090-01-01", [phone]: "+34600000000", [street]: "1 Main St", [city]: "Reno" });
      enter({ [state]: "NV", [zip]: "89501" });
      await press(next);
      await asking.findByText(dateOfBirthError);
      await asking.findByText(phoneError);
      enter({ [dateOfBirth]: "1988-07-22", [phone]: "4155550123" });
      await press(next);
      await asking.findByRole("alert");
      expect(screen.getAllByRole("alert")).toHaveLength(1);
      expect(asking.getByLabelText(street)).toHaveProperty("value", "1 Main St");
      expect(opened.create).not.toHaveBeenCalled();
    });

    test("reports consent that was withdrawn while it was open", async () => {
      await withDialog();
      await show({ borrower: fresh, answers: { [TOKEN]: refusal(409, "CONSENT_REQUIRED") } });
      await press("Connect bank");
      await screen.findByText("Consent is missing or was withdrawn");
    });

    test("shows no message if the user leaves it, and the reason and next step if the bank refused", async () => {
      await withDialog();
      await show({ borrower: fresh, answers: { [TOKEN]: { linkToken: "link-1", expiration: "" } } });
      await press("Connect bank");
      await waitFor(() => expect(opened.create).toHaveBeenCalledTimes(1));
      opened.create.mock.lastCall?.[0].onExit(null, {});
      await waitFor(() => expect(button("Connect bank").getAttribute("aria-busy")).toBeNull());
      expect(screen.queryByRole("alert")).toBeNull();

      await press("Connect bank");
      await waitFor(() => expect(opened.create).toHaveBeenCalledTimes(2));
      opened.create.mock.lastCall?.[0].onExit({ error_code: "ITEM_LOCKED" }, {});
      await screen.findByText(/has locked this login/);
    });
  });
});

describe("ReportProgress", () => {
  test.each<[AssetReport["state"], AssetReport["step"], string[]]>([
    ["queued", "asked", ["current", "waiting", "waiting", "waiting"]],
    ["generating", "asked", ["done", "current", "waiting", "waiting"]],
    ["generating", "read", ["done", "done", "done", "current"]],
    ["ready", "ready", ["done", "done", "done", "done"]],
    ["failed", "received", ["done", "done", "failed", "waiting"]],
  ])("%s at %s", (state, step, states) => {
    expect(stepsOf({ state, step }).map((one) => one.state)).toEqual(states);
  });
});
