// Owns the mail that tells an owner until when a report's data may be used.
import { fullName } from "#features/borrowers/contract.ts";
import { readOwners } from "#features/borrowers/server/owner-store.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { worker, type JobWorker } from "#kit/server/jobs.ts";
import { letter, sayable } from "#kit/server/letter.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { Mailer } from "#providers/mail.ts";
import type { AssetReportDeps } from "./deps.ts";
import { mailExpiring } from "./jobs.ts";

type MailDeps = Pick<AssetReportDeps, "db" | "publicUrl" | "productName"> & { readonly mailer: Mailer };

export function assetReportMailWorkers(deps: MailDeps): JobWorker[] {
  return [worker(mailExpiring, (data, scope) => remind(deps, scope, data))];
}

/** To somebody who looks after the borrower still; not where the report was made anew meanwhile. */
async function remind(
  { db, mailer, publicUrl, productName }: MailDeps,
  scope: Scope,
  { borrowerId, userId, freshUntil }: { borrowerId: string; userId: string; freshUntil: string },
): Promise<void> {
  const borrower = await readBorrower(db, scope, borrowerId);
  if (!borrower || borrower.status === "closed" || borrower.summary?.freshUntil !== freshUntil) return;
  const owner = (await readOwners(db, scope, borrower)).find((one) => one.userId === userId);
  if (!owner) return;
  const name = sayable(fullName(borrower)) ?? "a borrower of yours";
  const day = dayWords(freshUntil);
  await mailer.send({
    to: owner.email,
    ...letter({
      product: productName,
      subject: `The asset report of ${name} is good until ${day}`,
      greeting: `Hello ${owner.firstName},`,
      paragraphs: [
        `The bank data in the asset report of ${name} may be used until ${day}.`,
        "If the note date is later, generate the report again before then.",
      ],
      action: { label: "Open the report", url: `${publicUrl}/borrower/asset-report/${borrowerId}` },
      closing: "You get this mail because you look after this borrower.",
    }),
  });
}

/** `March 2, 2027`. */
function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
