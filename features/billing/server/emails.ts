import { formatMoney } from "#platform/money/money.ts";
import type { Context } from "#platform/server/context.ts";
import { setsSpendCap } from "#features/billing/contract.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { type JobWorker, worker } from "#platform/server/jobs.ts";
import { type EmailContent, renderEmail } from "#platform/server/email-template.ts";
import { readAccount, readSpent } from "./months/account-queries.ts";
import { periodOf } from "./months/months.ts";
import { emailSpendWarning, emailStatement } from "./jobs.ts";
import { type Payer, readPayers } from "./customer.ts";
import { dueOf, readStatement } from "./statements/statement-queries.ts";
import { dayWords, periodWords } from "./format.ts";
import { readPlan } from "./subscriptions/plans/plan-queries.ts";
import { readSubscriptionRow } from "./subscriptions/queries.ts";

type Words = Omit<EmailContent, "product" | "greeting" | "closing">;

export function billingEmailWorkers(ctx: Context): JobWorker[] {
  return [
    worker(emailStatement, ({ userId, statementId }, scope) =>
      write(ctx, scope, userId, (payer) => statementWords(ctx, scope, payer, statementId)),
    ),
    worker(emailSpendWarning, ({ userId, percent }, scope) =>
      write(ctx, scope, userId, (payer) => warningWords(ctx, scope, payer, percent)),
    ),
  ];
}

async function statementWords(
  { db, settings: { publicUrl } }: Context,
  scope: Scope,
  { role }: Payer,
  statementId: string,
): Promise<Words | null> {
  const statement = await readStatement(db, scope, statementId);
  if (!statement) return null;
  const due = dueOf(statement);
  const page =
    role === "registered" ? "/account/billing/subscription" : `/admin/billing/statements/view/${statementId}`;
  return {
    subject: `Your statement ${statement.number} is ready`,
    paragraphs: [
      `Statement ${statement.number} covers ${periodWords(statement)}. Its total is ${formatMoney(statement.amount)}.`,
      ...(statement.creditUsed > 0 ? [`${formatMoney(statement.creditUsed)} of it is covered by your credit.`] : []),
      due > 0
        ? `${formatMoney(due)} is due by ${dayWords(statement.dueAt, statement.timeZone)}. We'll email the invoice separately.`
        : due < 0
          ? `${formatMoney(-due)} is credited to you and used for later charges.`
          : "Nothing is due.",
    ],
    action: { label: "View statement", url: publicUrl + page },
  };
}

async function warningWords(
  { db, settings: { publicUrl } }: Context,
  scope: Scope,
  { role }: Payer,
  percent: number,
): Promise<Words | null> {
  const account = await readAccount(db, scope);
  const { name, spendCap } = account;
  if (spendCap === null) return null;
  const { reports: spent } = await readSpent(db, scope, periodOf(account).start);
  const used = `Reports this month, including those in progress, come to ${formatMoney(spent)} of the ${formatMoney(spendCap)} spend cap set by ${name}.`;
  return {
    subject: warningSubject(percent, spent < spendCap),
    paragraphs: [
      percent >= 100
        ? `${used} A report that would exceed it can't be generated until next month or until the cap is raised.`
        : used,
      "Free reports aren't affected.",
      ...(setsSpendCap(role) ? [] : ["An admin can change the cap."]),
    ],
    action: setsSpendCap(role)
      ? { label: "View spend cap", url: `${publicUrl}/admin/organization` }
      : { label: "View charges", url: publicUrl + periodPage(role) },
  };
}

/** A report may be refused while something is left that is less than it costs. */
function warningSubject(percent: number, isSomethingLeft: boolean): string {
  if (percent < 100) return `${percent}% of your spend cap is used`;
  return isSomethingLeft ? "Too little of your spend cap is left for a report" : "Your spend cap is reached";
}

function periodPage(role: string): string {
  return role === "registered" ? "/account/billing/subscription" : "/admin/billing/current-period";
}

/** Sends to a user who still pays. Without text it sends no email. */
async function write(
  { db, providers: { mailer }, settings: { productName } }: Context,
  scope: Scope,
  userId: string,
  words: (payer: Payer) => Promise<Words | null>,
): Promise<void> {
  const payer = (await readPayers(db, scope)).find((one) => one.userId === userId);
  const said = payer && (await words(payer));
  if (!said) return;
  await mailer.send({
    to: payer.email,
    ...renderEmail({
      product: productName,
      greeting: `Hello ${payer.firstName},`,
      closing: "You're receiving this because you manage billing.",
      ...said,
    }),
  });
}

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
