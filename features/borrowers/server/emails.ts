import type { Context } from "#platform/server/context.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { emailNotice } from "./jobs.ts";
import { readOwners } from "./owner-queries.ts";
import { readBorrower } from "./queries.ts";

export function borrowerWorkers(ctx: Context): JobWorker[] {
  return [worker(emailNotice, ({ borrowerId, userId }, scope) => notify(ctx, scope, borrowerId, userId))];
}

/** Sends only to a user who still looks after the borrower. */
async function notify(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  borrowerId: string,
  userId: string,
): Promise<void> {
  const borrower = await readBorrower(db, scope, borrowerId);
  const owner = borrower && (await readOwners(db, scope, borrower)).find((one) => one.userId === userId);
  if (!owner) return;
  const name = sanitizeDisplayName(fullName(borrower)) ?? "Your borrower";
  await mailer.send({
    to: owner.email,
    ...renderEmail({
      product: productName,
      subject: `Review requested: ${name}`,
      greeting: `Hello ${owner.firstName},`,
      paragraphs: [`${name} is ready for your review.`, "We send this at most once an hour for each borrower."],
      action: { label: "View borrower", url: `${publicUrl}/account/borrowers/view/${borrowerId}` },
      closing: "You're receiving this because you're the loan officer.",
    }),
  });
}
