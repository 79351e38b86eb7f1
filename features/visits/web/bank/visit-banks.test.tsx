import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import type { Visit } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { refusal } from "#kit/web/test-http.ts";
import { button, press, READ, show } from "../test-visit-page.tsx";
import { AGREED, aVisit } from "../test-visit.ts";

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

  test("is connected through the dialog; then it is done, and another may follow", async () => {
    let banks: Visit["banks"] = [];
    const server = await show(aVisit({ consent: AGREED }), {
      [READ]: () => aVisit({ consent: AGREED, banks }),
      [TOKEN]: { linkToken: "link-1", expiration: "" },
      [EXCHANGE]: () => ((banks = [aBank()]), {}),
    });
    await press(PAGES.connect.button);
    (await dialog()).onSuccess("public-1", { institution: null, accounts: [] });
    await screen.findByText(PAGES.done.title);
    screen.getByText(/reads your bank data next/); // no report is ready yet
    screen.getByText("Checking, ending in 0000");
    await button(PAGES.connect.another);
    expect(server.requests.find(({ call }) => call === TOKEN)?.body).toEqual({ borrowerId: "$id" });
    expect(server.requests.find(({ call }) => call === EXCHANGE)?.body).toMatchObject({ publicToken: "public-1" });
  });

  test("that wants a new log-in is not done with, and is repaired by its own button", async () => {
    const broken = aVisit({ consent: AGREED, banks: [aBank({ id: "item-1", status: "login_required" })] });
    const server = await show(broken, { [TOKEN]: { linkToken: "link-1", expiration: "" } });
    expect(screen.queryByText(PAGES.done.title)).toBeNull();
    await press("Repair First Platypus Bank");
    (await dialog()).onExit(null, {});
    expect(server.requests.find(({ call }) => call === TOKEN)?.body).toEqual({ borrowerId: "$id", itemId: "item-1" });
    await waitFor(() => expect(screen.queryByText(PAGES.connect.waiting)).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["INVALID_CREDENTIALS", PAGES.troubles.credentials],
    ["ITEM_LOCKED", PAGES.troubles.locked],
    ["ANYTHING", PAGES.troubles.refused("ANYTHING")],
  ])("that refuses, %s, is told with what to do", async (code, words) => {
    await show(aVisit({ consent: AGREED }), { [TOKEN]: { linkToken: "link-1", expiration: "" } });
    await press(PAGES.connect.button);
    (await dialog()).onExit({ error_code: code }, {});
    await screen.findByText(words);
  });

  test.each([
    [502, "PROVIDER_UNAVAILABLE", PAGES.troubles.providerTitle],
    [409, "INVALID_STATUS_TRANSITION", PAGES.troubles.closedTitle],
    [409, "LIMIT_REACHED", PAGES.troubles.banksFull],
    [429, "TOO_MANY_REQUESTS", PAGES.troubles.wait],
  ] as const)("cannot be connected now, %i %s: said in words, on this page", async (status, code, words) => {
    const server = await show(aVisit({ consent: AGREED }), { [TOKEN]: refusal(status, code) });
    await press(PAGES.connect.button);
    await screen.findByText(words);
    expect(server.visited, "error pages").toEqual([]);
  });
});
