import { formatMoney } from "#platform/money/money.ts";
import type { Context } from "#platform/server/context.ts";
import { readPayers } from "#features/billing/server/payers.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { renderEmail } from "#platform/server/email-template.ts";
import { readPlan } from "./plans/plan-store.ts";
import { readSubscriptionRow } from "./store.ts";

/** Sends nothing if the charge was paid in the meantime. */
export async function tellPaymentFailed(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  { subscriptionId, userId }: { subscriptionId: string; userId: string },
): Promise<void> {
  const row = await readSubscriptionRow(db, scope, subscriptionId);
  const payer = (await readPayers(db, scope)).find((one) => one.userId === userId);
  if (!payer || row?.owed == null) return;
  const plan = await readPlan(db, scope, row.planId);
  const card = row.cardLast4 === null ? "your card" : `your card ending in ${row.cardLast4}`;
  const area = payer.role === "registered" ? "/account" : "/admin";
  await mailer.send({
    to: payer.email,
    ...renderEmail({
      product: productName,
      subject: `Your payment for ${productName} did not go through`,
      greeting: `Hello ${payer.firstName},`,
      paragraphs: [
        `We couldn't charge ${formatMoney(row.owed)} for ${plan.name} to ${card}.`,
        "Check the card or use another one. We'll try again over the next few days. If no attempt succeeds, the plan ends.",
      ],
      action: { label: "Update the card", url: `${publicUrl}${area}/billing/subscription` },
      closing: "You're receiving this because you manage billing.",
    }),
  });
}
