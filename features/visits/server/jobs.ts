// Owns the work that follows what happens to visits.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { acrossJob, tenantJob } from "#kit/server/jobs.ts";

/** Makes the token of a link and mails it; of one for a repair, the connection that is broken. */
export const mailLink = tenantJob(
  "visits.mail-link",
  z.object({ organizationId: Id, linkId: Id, itemId: z.optional(Id) }),
);

/** Looks whether a stranger's address is on the loan. The address itself stands in no queue: SHA-256 of it, base64url. */
export const requestLink = acrossJob(
  "visits.request-link",
  z.object({ borrowerId: Id, emailSha256: z.string().check(z.maxLength(50)) }),
);

/** Mails one of those who look after the borrower what a visitor took back: their consent, else a bank. */
export const mailTakenBack = tenantJob(
  "visits.mail-taken-back",
  z.object({ organizationId: Id, userId: Id, consentId: z.optional(Id), itemId: z.optional(Id) }),
);

/** Mails one of those who look after the borrower which bank needs a log-in. */
export const mailBroken = tenantJob("visits.mail-broken", z.object({ organizationId: Id, userId: Id, itemId: Id }));

export const visitJobs = [mailLink, requestLink, mailTakenBack, mailBroken];
