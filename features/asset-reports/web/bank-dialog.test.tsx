// The page around the bank's dialog: the result, and the message when the user leaves it.
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { button, connected, EXCHANGE, fresh, opened, press, show, TOKEN, withDialog } from "./test-report-page.tsx";

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
