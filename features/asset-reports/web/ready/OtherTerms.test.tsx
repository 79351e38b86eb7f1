import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal } from "#platform/web/test-http.ts";
import { LOAN, PATIENT, PURCHASE, RETRIEVE, answer, funds, press, setTheScene, show } from "./test-ready-report.tsx";

beforeEach(setTheScene);

describe("other terms", () => {
  test("change the figures right away, and nothing else until they are saved", async () => {
    const server = await show();
    await press("What if: try other terms");
    const amount = await screen.findByRole("textbox", { name: "Loan amount" }, PATIENT);
    await userEvent.clear(amount);
    await userEvent.type(amount, "300,000");
    await waitFor(() => expect(funds("Cash to close")).toBe("−$100,000.00"));
    answer().getByText(
      "$12,500.00 short of closing under Fannie Mae. Clearing what is open could restore up to $12,500.00.",
    );
    expect(screen.getAllByText("What if: nothing is saved yet")).toHaveLength(2);
    expect(server.count(LOAN)).toBe(0);
    await press("Reset");
    await waitFor(() => expect(funds("Cash to close")).toBe("−$20,000.00"));
    fireEvent.change(screen.getByRole("slider", { name: "Loan amount" }), { target: { value: "39000000" } });
    await press("Save these terms");
    await waitFor(() => expect(server.count(LOAN)).toBe(1));
    expect(server.requests.find(({ call }) => call === LOAN)?.body).toEqual({
      loan: { ...PURCHASE, loanAmount: 39_000_000 },
      version: 1,
    });
    await waitFor(() => expect(server.count(RETRIEVE)).toBe(2));
    expect(funds("Cash to close")).toBe("−$10,000.00");
  });

  test("are answered where the user tries them, and only that answer is read aloud", async () => {
    await show();
    await press("What if: try other terms");
    const panel = within(await screen.findByRole("region", { name: "Try other terms" }, PATIENT));
    const words = await screen.findByRole("textbox", { name: "Loan amount" });
    await userEvent.clear(words);
    await userEvent.type(words, "300,000");
    const reported = await panel.findByText(
      "$12,500.00 short of closing under Fannie Mae. Clearing what is open could restore up to $12,500.00.",
    );
    expect(reported.getAttribute("aria-live")).toBe("polite");
    const above = answer().getByText(
      "$12,500.00 short of closing under Fannie Mae. Clearing what is open could restore up to $12,500.00.",
    );
    expect(above.getAttribute("aria-live")).toBe("off");
    await press("Close");
    expect(above.getAttribute("aria-live")).toBe("polite");
  });

  test.each([
    ["-99999999999999", "Loan amount cannot be negative"],
    ["abc", "Enter dollars and cents, such as 1,250 or 99.50"],
    ["3850000000000000000", "Loan amount is too large. The largest is $1,000,000,000.00"],
  ])("that are invalid, such as %s, show an error at their field and cannot be saved", async (typed, words) => {
    const server = await show();
    await press("What if: try other terms");
    const amount = await screen.findByRole("textbox", { name: "Loan amount" }, PATIENT);
    await userEvent.clear(amount);
    await userEvent.type(amount, "390,000");
    await userEvent.clear(amount);
    await userEvent.type(amount, typed);
    const keep = screen.getByRole("button", { name: "Save these terms" });
    await userEvent.click(keep);
    expect(amount).toHaveProperty("value", typed);
    expect(amount.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(amount.getAttribute("aria-describedby") ?? "")?.textContent).toBe(words);
    expect(keep.title).toBe("Correct the marked field first");
    expect(server.count(LOAN)).toBe(0);
    await press("Reset");
    const again = screen.getByRole("textbox", { name: "Loan amount" });
    expect(again).toHaveProperty("value", "380,000");
    expect(again.getAttribute("aria-invalid")).toBeNull();
  });

  test("take the focus, and return it to the terms", async () => {
    await show();
    await press("What if: try other terms");
    const price = await screen.findByRole("textbox", { name: "Sales price" }, PATIENT);
    await waitFor(() => expect(document.activeElement).toBe(price));
    await press("Close");
    expect(document.activeElement).toBe(screen.getByRole("complementary", { name: "Loan terms" }));
  });

  test("saved just after another user's stay in the form, with a message", async () => {
    await show({ answers: { [LOAN]: refusal(409, "STALE") } });
    await press("What if: try other terms");
    fireEvent.change(await screen.findByRole("slider", { name: "Sales price" }, PATIENT), {
      target: { value: "41000000" },
    });
    await press("Save these terms");
    await screen.findByText(/Your terms aren't saved yet/);
    expect(screen.getByRole("textbox", { name: "Sales price" })).toHaveProperty("value", "410,000");
  });
});
