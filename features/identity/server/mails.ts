// Owns the mails about an account: what they say, and the jobs that send them.
import { z } from "zod";
import { Id } from "#kit/contract/fields.ts";
import { acrossJob, worker, type JobWorker } from "#kit/server/jobs.ts";
import { letter } from "#kit/server/letter.ts";
import type { Mailer } from "#providers/mail.ts";
import { createConfirmLink } from "./confirm-email.ts";
import type { IdentityDeps } from "./deps.ts";
import { readUser } from "./store.ts";

const ToUser = z.object({ userId: Id });

export const mailConfirmLink = acrossJob("identity.mail-confirm-link", ToUser);
export const mailAccountExists = acrossJob("identity.mail-account-exists", ToUser);
export const identityJobs = [mailConfirmLink, mailAccountExists];

type MailDeps = Pick<IdentityDeps, "db" | "across" | "publicUrl" | "productName"> & { mailer: Mailer };

export function identityWorkers(deps: MailDeps): JobWorker[] {
  return [
    worker(mailConfirmLink, async ({ userId }) => {
      const user = await readUser(deps.db, deps.across, userId);
      if (!user || user.emailConfirmed) return;
      // The link is made here and never stored, so no queue and no log holds it.
      const link = await createConfirmLink(deps, userId);
      await deps.mailer.send({
        to: user.email,
        ...letter({
          product: deps.productName,
          subject: `Confirm your email address for ${deps.productName}`,
          greeting: `Hello ${user.firstName},`,
          paragraphs: [`Please confirm that this address is yours. The link works for 24 hours.`],
          action: { label: "Confirm my address", url: link },
          closing: `If you did not create an account with ${deps.productName}, ignore this mail.`,
        }),
      });
    }),
    worker(mailAccountExists, async ({ userId }) => {
      const user = await readUser(deps.db, deps.across, userId);
      if (!user) return;
      await deps.mailer.send({
        to: user.email,
        ...letter({
          product: deps.productName,
          subject: `You already have an account with ${deps.productName}`,
          greeting: `Hello ${user.firstName},`,
          paragraphs: ["Somebody, perhaps you, tried to register with this address. Nothing was changed."],
          action: { label: "Log in", url: `${deps.publicUrl}/auth/login` },
          closing: "If it was not you, you need not do anything.",
        }),
      });
    }),
  ];
}
