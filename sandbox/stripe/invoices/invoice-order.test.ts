// What Stripe refuses of an invoice that is in another state, or lacks what it needs.
import { expect, test } from "vitest";
import { aStripe } from "../test-stripe.ts";

test("an invoice is finalized, paid, voided and deleted only from the states that Stripe allows", async () => {
  const { stripe } = await aStripe();
  const { id: customer } = await stripe.customers.create({ email: "payer@example.com" });
  const draft = async () => {
    const { id } = await stripe.invoices.create({ customer, collection_method: "send_invoice", days_until_due: 30 });
    await stripe.invoiceItems.create({ customer, invoice: id, amount: 900, currency: "usd" });
    return id;
  };
  const paid = await draft();
  await expect(stripe.invoices.voidInvoice(paid)).rejects.toMatchObject({ statusCode: 400 });
  await stripe.invoices.finalizeInvoice(paid);
  await expect(stripe.invoices.finalizeInvoice(paid)).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.invoices.del(paid)).rejects.toMatchObject({ code: "invoice_not_editable" });
  const late = stripe.invoiceItems.create({ customer, invoice: paid, amount: 1, currency: "usd" });
  await expect(late).rejects.toMatchObject({ statusCode: 400 });
  await stripe.invoices.pay(paid, { paid_out_of_band: true });
  await expect(stripe.invoices.pay(paid, { paid_out_of_band: true })).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.invoices.voidInvoice(paid)).rejects.toMatchObject({ statusCode: 400 });
  const voided = await draft();
  await stripe.invoices.finalizeInvoice(voided);
  await stripe.invoices.voidInvoice(voided);
  await expect(stripe.invoices.finalizeInvoice(voided)).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.invoices.pay(voided)).rejects.toMatchObject({ statusCode: 400 });
});

test("an invoice that is sent needs an email address and a due date, and no other invoice takes one", async () => {
  const { stripe } = await aStripe();
  const { id: customer } = await stripe.customers.create();
  const send = { customer, collection_method: "send_invoice" } as const;
  await expect(stripe.invoices.create({ ...send, days_until_due: 30 })).rejects.toThrow("Missing email");
  const unclear = stripe.customers.update(customer, { email: "payer at example.com" });
  await expect(unclear).rejects.toMatchObject({ code: "email_invalid", param: "email" });
  await stripe.customers.update(customer, { email: "payer@example.com" });
  await expect(stripe.invoices.create(send)).rejects.toMatchObject({ param: "days_until_due" });
  await expect(stripe.invoices.create({ customer, days_until_due: 30 })).rejects.toMatchObject({ statusCode: 400 });
});

test("a page of a list has 1 to 100 objects and begins at one of them", async () => {
  const { stripe } = await aStripe();
  for (const limit of [0, 101]) await expect(stripe.invoices.list({ limit })).rejects.toMatchObject({ param: "limit" });
  const from = stripe.invoices.list({ starting_after: "in_none" });
  await expect(from).rejects.toMatchObject({ code: "resource_missing", param: "starting_after" });
});
