import { fullName } from "#features/borrowers/contract.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { Mailer } from "#providers/email/email.ts";
import { emailNotice } from "./jobs.ts";
import { readOwners } from "./owner-store.ts";
import { readBorrower } from "./store.ts";

interface EmailDeps {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly productName: string;
}

export function borrowerWorkers(deps: EmailDeps): JobWorker[] {
  return [worker(emailNotice, ({ borrowerId, userId }, scope) => notify(deps, scope, borrowerId, userId))];
}

/** Sends only to a user who still looks after the borrower. */
async function notify(
  { db, mailer, publicUrl, productName }: EmailDeps,
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
      action: { label: "Open the borrower", url: `${publicUrl}/account/borrowers/view/${borrowerId}` },
      closing: "You're receiving this because you're the loan officer.",
    }),
  });
}
