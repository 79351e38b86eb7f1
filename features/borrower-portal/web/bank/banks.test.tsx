import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { bankMessage, BORROWER_MESSAGES, CONNECT_REFUSALS } from "#features/borrower-portal/messages.ts";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { refusal } from "#platform/web/test-http.ts";
import { aBorrowerSession, AGREED, button, press, READ, show } from "../test-portal-page.tsx";

const TOKEN = "POST /plaid/create-link-token";
const EXCHANGE = "POST /plaid/exchange-public-token";

describe("a bank", () => {
  type Callbacks = Record<"onSuccess" | "onExit", (...facts: unknown[]) => void>;
  const create = vi.fn<(callbacks: Callbacks) => object>();

  beforeEach(() => {
    create.mockReset().mockImplementation(() => ({ open: vi.fn(), destroy: vi.fn() }));
    Object.assign(window, { Plaid: { create } });
    vi.spyOn(document.head, "append").mockImplementation((script) => {
      (script as HTMLScriptElement).dispatchEvent(new Event("load"));
    });
  });

  const dialog = async () => {
    await waitFor(() => expect(create).toHaveBeenCalled());
    return create.mock.lastCall![0]; // called, as the line before waited for
  };

  test("is connected through the dialog; then the step is done, and another bank may follow", async () => {
    let banks: BorrowerSession["banks"] = [];
    const server = await show(aBorrowerSession({ consent: AGREED }), {
      [READ]: () => aBorrowerSession({ consent: AGREED, banks }),
      [TOKEN]: { linkToken: "link-1", expiration: "" },
      [EXCHANGE]: () => ((banks = [aBank()]), {}),
    });
    await press(PAGES.connect.button);
    (await dialog()).onSuccess("public-1", { institution: null, accounts: [] });
    await screen.findByText(PAGES.done.title);
    screen.getByText(/will look at what you sent/); // no report is ready yet
    screen.getByText("Checking, ending in 0000");
    await button(PAGES.connect.another);
    expect(server.requests.find(({ call }) => call === TOKEN)?.body).toEqual({ borrowerId: "$id" });
    expect(server.requests.find(({ call }) => call === EXCHANGE)?.body).toMatchObject({ publicToken: "public-1" });
  });

  test("that needs a new sign-in is not done, and has its own repair button", async () => {
    const broken = aBorrowerSession({ consent: AGREED, banks: [aBank({ id: "item-1", status: "login_required" })] });
    const server = await show(broken, { [TOKEN]: { linkToken: "link-1", expiration: "" } });
    expect(screen.queryByText(PAGES.done.title)).toBeNull();
    await press("Reconnect First Platypus Bank");
    (await dialog()).onExit(null, {});
    expect(server.requests.find(({ call }) => call === TOKEN)?.body).toEqual({ borrowerId: "$id", itemId: "item-1" });
    await waitFor(() => expect(screen.queryByText(PAGES.connect.waiting)).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is connected once Plaid Check knows the person, who enters it on this page", async () => {
    let isKnown = false;
    const server = await show(aBorrowerSession({ consent: AGREED }), {
      [TOKEN]: () => (isKnown ? { linkToken: "link-1", expiration: "" } : refusal(409, "IDENTITY_REQUIRED")),
    });
    await press(PAGES.connect.button);
    await screen.findByText(PAGES.connect.identity.text);
    expect(screen.queryByRole("alert")).toBeNull();
    isKnown = true;
    const { dateOfBirth, phone, street, city, state, zip, button: next } = PAGES.connect.identity;
    fireEvent.change(screen.getByLabelText(dateOfBirth), { target: { value: "1988-07-22" } });
    const written = { [phone]: "4155550123", [street]: "123 Main St", [city]: "Reno", [state]: "NV", [zip]: "89501" };
    for (const [label, text] of Object.entries(written)) await userEvent.type(screen.getByLabelText(label), text);
    await press(next);
    await dialog();
    expect(server.requests.findLast(({ call }) => call === TOKEN)?.body).toEqual({
      borrowerId: "$id",
      identity: {
        ...{ dateOfBirth: "1988-07-22", phone: "+14155550123" },
        ...{ street: "123 Main St", city: "Reno", state: "NV", zip: "89501" },
      },
    });
    expect(Object.values({ ...sessionStorage, ...localStorage }).join(" "), "no draft of it").not.toContain("1988");
  });

  test.each([
    ["INVALID_CREDENTIALS", bankMessage("INVALID_CREDENTIALS")],
    ["ITEM_LOCKED", bankMessage("ITEM_LOCKED")],
    ["ANYTHING", bankMessage("ANYTHING")],
  ])("that refuses, %s, shows what to do", async (code, words) => {
    await show(aBorrowerSession({ consent: AGREED }), { [TOKEN]: { linkToken: "link-1", expiration: "" } });
    await press(PAGES.connect.button);
    (await dialog()).onExit({ error_code: code }, {});
    await screen.findByText(words);
  });

  test.each([
    [502, "PROVIDER_UNAVAILABLE", CONNECT_REFUSALS.PROVIDER_UNAVAILABLE.title],
    [409, "INVALID_STATUS_TRANSITION", CONNECT_REFUSALS.INVALID_STATUS_TRANSITION.title],
    [409, "LIMIT_REACHED", CONNECT_REFUSALS.LIMIT_REACHED.text],
    [429, "TOO_MANY_REQUESTS", BORROWER_MESSAGES.TOO_MANY_REQUESTS],
  ] as const)("that cannot be connected now, %i %s, shows a message on this page", async (status, code, words) => {
    const server = await show(aBorrowerSession({ consent: AGREED }), { [TOKEN]: refusal(status, code) });
    await press(PAGES.connect.button);
    await screen.findByText(words);
    expect(server.visited, "error pages").toEqual([]);
  });
});
