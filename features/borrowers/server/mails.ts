// Owns the mail that tells a lender to look at a borrower.
import { fullName } from "#features/borrowers/contract.ts";
import { worker, type JobWorker } from "#kit/server/jobs.ts";
import { letter, sayable } from "#kit/server/letter.ts";
import type { Database } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { Mailer } from "#providers/mail.ts";
import { mailNotice } from "./jobs.ts";
import { readOwners } from "./owner-store.ts";
import { readBorrower } from "./store.ts";

interface MailDeps {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly productName: string;
}

export function borrowerWorkers(deps: MailDeps): JobWorker[] {
  return [worker(mailNotice, ({ borrowerId, userId }, scope) => notify(deps, scope, borrowerId, userId))];
}

/** To somebody who looks after the borrower still. */
async function notify(
  { db, mailer, publicUrl, productName }: MailDeps,
  scope: Scope,
  borrowerId: string,
  userId: string,
): Promise<void> {
  const borrower = await readBorrower(db, scope, borrowerId);
  const owner = borrower && (await readOwners(db, scope, borrower)).find((one) => one.userId === userId);
  if (!owner) return;
  const name = sayable(fullName(borrower)) ?? "A borrower of yours";
  await mailer.send({
    to: owner.email,
    ...letter({
      product: productName,
      subject: `${name}: please have a look`,
      greeting: `Hello ${owner.firstName},`,
      paragraphs: [`${name} is ready for you to look at.`, "You get this mail once an hour at most for each borrower."],
      action: { label: "Open the borrower", url: `${publicUrl}/account/borrowers/view/${borrowerId}` },
      closing: "You get this mail because you look after this borrower.",
    }),
  });
}
