// The page behind `hosted_invoice_url`: what is owed, and a button that pays it with the test card.
import type { FastifyInstance } from "fastify";
import { html, sendPage, table } from "../../shared/page.ts";
import { collect } from "../payments/collect.ts";
import type { Invoice } from "../subscriptions/billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { methodFor } from "../cards/payment-methods.ts";

export function serveHostedInvoices(app: FastifyInstance, deps: StripeDeps): void {
  const findBySecret = (secret: string): Invoice | undefined =>
    Object.values(deps.data.invoices).find(({ page_secret, status }) => page_secret === secret && status !== "draft");
  app.get<{ Params: { secret: string } }>("/invoices/:secret", ({ params }, reply) => {
    const invoice = findBySecret(params.secret);
    if (invoice === undefined)
      return sendPage(reply, "No invoice", html`<main><h1>There is no such invoice</h1></main>`, { status: 404 });
    return sendPage(reply, `Invoice ${invoice.number ?? ""}`, showPage(deps, invoice));
  });
  app.get<{ Params: { secret: string } }>("/invoices/:secret/pdf", ({ params }, reply) =>
    reply.redirect(`/stripe/invoices/${params.secret}`),
  );
  app.post<{ Params: { secret: string } }>("/invoices/:secret", ({ params }, reply) => {
    const invoice = findBySecret(params.secret);
    const intent = deps.data.paymentIntents[invoice?.payment_intent ?? ""];
    if (invoice?.status === "open" && intent !== undefined)
      collect(deps, intent, methodFor(deps, "pm_card_visa", "payment_method"), { isOffSession: false });
    return reply.redirect(`/stripe/invoices/${params.secret}`, 303);
  });
}

function showPage(deps: StripeDeps, invoice: Invoice) {
  const dollars = (cents: number) => `${cents < 0 ? "-" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;
  const rows = invoice.lines.map(
    ({ description, amount }) =>
      html`<tr>
        <td>${description}</td>
        <td class="number">${dollars(amount)}</td>
      </tr>`,
  );
  return html`<header>
      <h1>Invoice ${invoice.number}</h1>
      <p class="quiet">To ${deps.data.customers[invoice.customer]?.email} · sandbox</p>
    </header>
    <main>
      ${table(["What", "Amount"], rows, "Nothing is on this invoice.")}
      <dl>
        <dt>Total</dt>
        <dd>${dollars(invoice.total)}</dd>
        <dt>Amount due</dt>
        <dd>${dollars(invoice.amount_remaining)}</dd>
        <dt>State</dt>
        <dd>${invoice.status}</dd>
      </dl>
      ${invoice.status === "open" ? html`<form method="post"><button class="main">Pay with 4242</button></form>` : null}
    </main>`;
}
