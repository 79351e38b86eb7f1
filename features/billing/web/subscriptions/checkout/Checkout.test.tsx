import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { SubscriptionForm, type SubscriptionFormValues } from "#features/billing/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { renderAt } from "#platform/web/test-router.tsx";
import { aCardProvider } from "../card/test-card.ts";
import {
  email,
  fillIn,
  fillInFields,
  isOpenAgain,
  isSelected,
  name,
  payButton,
  planCard,
  PLANS,
  show,
  stageCheckouts,
  SUBSCRIBE,
  terms,
} from "./test-checkout.tsx";
import { BillingFields } from "./PaymentForm.tsx";

describe("Checkout", () => {
  const INCOMPLETE = "Your card details are incomplete.";

  stageCheckouts();

  describe("the offer", () => {
    test("has one card each for the month and the year, and the year saves money", async () => {
      await show();
      expect(within(planCard("monthly")).getByRole("button").textContent).toBe("Basic monthly");
      expect(planCard("monthly").textContent).toContain("$25");
      expect(planCard("monthly").textContent).not.toContain("Save");
      expect(within(planCard("yearly")).getByRole("button").textContent).toBe("Basic yearly");
      expect(planCard("yearly").textContent).toMatch(/Save 20%.*\$240/);
      for (const period of ["monthly", "yearly"])
        expect(within(planCard(period)).getAllByRole("listitem").length).toBeGreaterThan(0);
    });

    test("shows what reports cost next to the plan before anything is paid", async () => {
      await show();
      screen.getByText(/^Asset reports are \$25 each\. Refreshes are free for 60 days, then \$10\./);
    });

    test("starts with monthly; a click anywhere on the other card, or its button, selects it", async () => {
      await show();
      expect([isSelected("monthly"), isSelected("yearly")]).toEqual(["true", "false"]);
      await userEvent.click(planCard("yearly"));
      expect([isSelected("monthly"), isSelected("yearly")]).toEqual(["false", "true"]);
      await userEvent.click(planCard("yearly"));
      expect(isSelected("monthly")).toBe("true");
      await userEvent.click(within(planCard("monthly")).getByRole("button"));
      expect(isSelected("yearly")).toBe("true");
      within(planCard("monthly")).getByRole("button").focus();
      await userEvent.keyboard("{Enter}");
      expect(isSelected("monthly")).toBe("true");
    });

    test("updates total and period with the choice, in the server's whole dollars", async () => {
      await show({ plans: PLANS.map((plan) => ({ ...plan, price: plan.price * 3 })) });
      await waitFor(() => expect(screen.getByTestId("total").textContent).toBe("$75"));
      expect(screen.getByTestId("subscription-period").textContent).toMatch(/monthly/);
      await userEvent.click(planCard("yearly"));
      expect(screen.getByTestId("total").textContent).toBe("$720");
      expect(screen.getByTestId("subscription-period").textContent).toMatch(/yearly/);
      expect(document.body.textContent).not.toMatch(/\$\d+\.\d/);
    });

    test("shows the demo details for copying, and they have not expired", async () => {
      const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
      await show();
      const demo = screen.getByTestId("demo-card");
      expect(demo.textContent).toContain("4242 4242 4242 4242");
      const [, month, year] = /(\d\d)\/(\d\d)/.exec(demo.textContent) ?? [];
      expect(Date.UTC(2000 + Number(year), Number(month))).toBeGreaterThan(Date.now());
      expect(demo.textContent).toMatch(/Security code\d{3}Zip\d{5}$/);
      fireEvent.click(within(demo).getByRole("button", { name: "Copy card number" }));
      expect(copied).toHaveBeenCalledWith("4242424242424242");
      await within(demo).findByText("Card number copied.");
    });
  });

  describe("the form's own rules", () => {
    test("Pay is disabled while any field is missing, and untouched fields show no error", async () => {
      await show();
      expect(payButton().disabled).toBe(true);
      await fillIn();
      expect(document.querySelectorAll("[aria-invalid]").length).toBe(0);
      for (const field of [name(), email()]) {
        const text = field.value;
        await userEvent.clear(field);
        await waitFor(() => expect(payButton().disabled).toBe(true));
        await userEvent.type(field, text);
        await waitFor(() => expect(payButton().disabled).toBe(false));
      }
      await userEvent.click(terms());
      await waitFor(() => expect(payButton().disabled).toBe(true));
    });

    test("the card field appears after its script, which is started with the configured key", async () => {
      const { card } = await show({ script: "held" });
      await screen.findByTestId("card-loading");
      await waitFor(() => expect(card.added).toHaveBeenCalled(), { timeout: 4_000 });
      expect(screen.queryByTestId("card-element")).toBeNull();
      expect(card.opened).not.toHaveBeenCalled();
      act(() => card.arrive());
      await screen.findByTestId("card-element");
      expect(screen.queryByTestId("card-loading")).toBeNull();
      expect(card.opened).toHaveBeenCalledWith("pk_test_of_config");
      expect(card.elements.create).toHaveBeenCalledWith("card", expect.anything());
    });

    test("a blocked script shows an error and can be retried; until then nothing can be paid", async () => {
      const { server } = await show({ script: "blocked" });
      await screen.findByText(/The card field didn't load/, {}, { timeout: 4_000 });
      await userEvent.type(name(), "Ada Okafor");
      await userEvent.type(email(), "ada@example.net");
      await userEvent.click(terms());
      await userEvent.click(payButton());
      expect(screen.getByTestId("card-errors").textContent).toMatch(/still loading/);
      expect(server.count(SUBSCRIBE)).toBe(0);
      vi.restoreAllMocks();
      aCardProvider();
      await userEvent.click(screen.getByRole("button", { name: "Try again" }));
      await screen.findByTestId("card-element");
      expect(name().value).toBe("Ada Okafor");
    });

    test("the card field's error is shown under it, and an incomplete card is not submitted", async () => {
      const { card, server } = await show();
      await fillIn();
      act(() => card.change({ complete: false, error: { message: "Your card number is invalid." } }));
      expect(screen.getByTestId("card-errors").textContent).toBe("Your card number is invalid.");
      const order = screen.getByTestId("card-element").compareDocumentPosition(screen.getByTestId("card-errors"));
      expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
      await userEvent.click(payButton());
      expect(server.count(SUBSCRIBE)).toBe(0);
      act(() => card.change({ complete: true }));
      expect(screen.getByTestId("card-errors").textContent).toBe("");
    });

    test("an untouched card field is shown as incomplete right away, and nothing is sent", async () => {
      const { card, server, onBegin } = await show();
      await screen.findByTestId("card-element");
      await fillInFields();
      await userEvent.click(payButton());
      expect(screen.getByTestId("card-errors").textContent).toBe(INCOMPLETE);
      expect([server.count(SUBSCRIBE), onBegin.mock.calls, payButton().disabled]).toEqual([0, [], false]);
      act(() => card.change({ complete: false, empty: true })); // no text: the field was only focused
      expect(screen.getByTestId("card-errors").textContent).toBe(INCOMPLETE);
      act(() => card.change({ complete: false }));
      expect(screen.getByTestId("card-errors").textContent).toBe("");
    });

    test("below Pay is a list of what is missing, including the card, and nothing else", async () => {
      const { card } = await show();
      await screen.findByTestId("card-element");
      const hint = () => payButton().nextElementSibling?.textContent;
      expect(hint()).toBe("Enter your name, email and card, and accept the terms, then pay.");
      await userEvent.type(name(), "Ada Okafor");
      expect(hint()).toBe("Enter your email and card, and accept the terms, then pay.");
      act(() => card.change({ complete: true }));
      expect(hint()).toBe("Enter your email and accept the terms, then pay.");
      await userEvent.type(email(), "ada@example.net");
      expect(hint()).toBe("Accept the terms, then pay.");
      await userEvent.click(terms());
      expect(hint()).toBe("");
      act(() => card.change({ complete: false }));
      expect(hint()).toBe("Enter your card, then pay.");
    });

    test("the reason of a declined card stays while the text is the same, whatever the field reports", async () => {
      const { card } = await show();
      await fillIn();
      card.confirmCardPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
      await userEvent.click(payButton());
      await isOpenAgain();
      act(() => card.change({ complete: true }));
      expect(screen.getByTestId("card-errors").textContent).toBe("Your card was declined.");
      act(() => card.change({ complete: false }));
      expect(screen.getByTestId("card-errors").textContent).toBe("");
    });
  });
});

describe("PaymentForm", () => {
  const NOTHING: SubscriptionFormValues = { name: "", email: "", termsAndConditions: false };

  async function show(onSubmit = vi.fn()) {
    await renderAt(
      "/subscribe",
      <Form
        schema={SubscriptionForm}
        defaults={NOTHING}
        submit="Send"
        loading={false}
        error={null}
        asksBeforeLeaving={false}
        onSubmit={onSubmit}
      >
        <BillingFields />
      </Form>,
    );
    await screen.findByLabelText("Name");
    return onSubmit;
  }

  const name = () => screen.getByLabelText<HTMLInputElement>("Name");
  const email = () => screen.getByLabelText<HTMLInputElement>("Email");
  const terms = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /terms/ });
  const errorOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? null;

  async function touch(field: HTMLElement): Promise<void> {
    await userEvent.click(field);
    await userEvent.tab();
  }

  test("the fields are name, email and termsAndConditions, and those are sent", async () => {
    const sent = await show();
    expect([name(), email(), terms()].map((field) => field.name)).toEqual(["name", "email", "termsAndConditions"]);
    await userEvent.type(name(), "Ada Okafor");
    await userEvent.type(email(), "ada@example.net");
    await userEvent.click(terms());
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(sent).toHaveBeenCalledWith({ name: "Ada Okafor", email: "ada@example.net", termsAndConditions: true });
  });

  test("a field shows no error before it is touched, even while another is being filled in", async () => {
    await show();
    await userEvent.type(name(), "Ada");
    expect([name(), email(), terms()].map(errorOf)).toEqual([null, null, null]);
  });

  test.each(["", "   "])("a name of %j is required", async (typed) => {
    await show();
    if (typed) await userEvent.type(name(), typed);
    await touch(name());
    expect(errorOf(name())).toBe("Name required");
  });

  test("an empty email is required, and shows no other error", async () => {
    await show();
    await touch(email());
    expect(errorOf(email())).toBe("Email required");
  });

  test.each(["abc", "a@", "a b@c.d"])("%s is not an email, and shows no other error", async (typed) => {
    await show();
    await userEvent.type(email(), typed);
    await touch(email());
    expect(errorOf(email())).toBe("Email is not valid");
  });

  test("terms that were accepted and then unchecked must be accepted", async () => {
    await show();
    await userEvent.click(terms());
    await userEvent.click(terms());
    await userEvent.tab();
    expect(errorOf(terms())).toBe("You must accept the terms & conditions.");
    await userEvent.click(terms());
    expect(errorOf(terms())).toBeNull();
  });

  test("the terms open in a new tab that cannot access the page", async () => {
    await show();
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: /terms/ });
    expect([new URL(link.href).pathname, link.target, link.rel]).toEqual([
      "/terms-and-conditions",
      "_blank",
      "noopener",
    ]);
  });
});
