import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SubscriptionForm, type SubscriptionFormValues } from "#features/billing/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { renderAt } from "#platform/web/test-router.tsx";
import { BillingFields } from "./PaymentForm.tsx";

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
const faultOf = (field: HTMLElement) =>
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
  expect([name(), email(), terms()].map(faultOf)).toEqual([null, null, null]);
});

test.each(["", "   "])("a name of %j is required", async (typed) => {
  await show();
  if (typed) await userEvent.type(name(), typed);
  await touch(name());
  expect(faultOf(name())).toBe("Name required");
});

test("an empty email is required, and shows no other error", async () => {
  await show();
  await touch(email());
  expect(faultOf(email())).toBe("Email required");
});

test.each(["abc", "a@", "a b@c.d"])("%s is not an email, and shows no other error", async (typed) => {
  await show();
  await userEvent.type(email(), typed);
  await touch(email());
  expect(faultOf(email())).toBe("Email is not valid");
});

test("terms that were accepted and then unchecked must be accepted", async () => {
  await show();
  await userEvent.click(terms());
  await userEvent.click(terms());
  await userEvent.tab();
  expect(faultOf(terms())).toBe("You must accept the terms & conditions.");
  await userEvent.click(terms());
  expect(faultOf(terms())).toBeNull();
});

test("the terms open in a new tab that cannot access the page", async () => {
  await show();
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: /terms/ });
  expect([new URL(link.href).pathname, link.target, link.rel]).toEqual(["/terms-and-conditions", "_blank", "noopener"]);
});
