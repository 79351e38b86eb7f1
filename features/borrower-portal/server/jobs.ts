import * as z from "zod/mini";
import { Id } from "#platform/contract/fields.ts";
import { systemJob, tenantJob } from "#platform/server/jobs.ts";

/** Creates the token of a link and emails it. For a repair, the email also names the broken connection. */
export const emailLink = tenantJob(
  "visits.mail-link",
  z.object({ organizationId: Id, linkId: Id, itemId: z.optional(Id) }),
);

/**
 * Checks whether an unknown address is on the loan. The queue holds only its SHA-256 hash (base64url), not the address.
 */
export const requestLink = systemJob(
  "visits.request-link",
  z.object({ borrowerId: Id, emailSha256: z.string().check(z.maxLength(50)) }),
);

/** Creates a code and emails it. */
export const emailCode = tenantJob("visits.mail-code", z.object({ organizationId: Id, codeId: Id }));

/** Creates the token of a donor's link and emails it. */
export const emailGiftLink = tenantJob("visits.mail-gift-link", z.object({ organizationId: Id, giftLetterId: Id }));

/** Emails one of the borrower's owners what a visitor took back: their consent, or a bank. */
export const emailTakenBack = tenantJob(
  "visits.mail-taken-back",
  z.object({ organizationId: Id, userId: Id, consentId: z.optional(Id), itemId: z.optional(Id) }),
);

/** Emails one of the borrower's owners which bank needs a new sign-in. */
export const emailBroken = tenantJob("visits.mail-broken", z.object({ organizationId: Id, userId: Id, itemId: Id }));

/** Reminds a person on one of the days of a run of reminders, and queues the next day. */
export const remindLater = tenantJob(
  "needs.remind",
  z.object({ organizationId: Id, reminderId: Id, day: z.int().check(z.minimum(1)) }),
);

export const borrowerPortalJobs = [
  emailLink,
  emailCode,
  emailGiftLink,
  requestLink,
  emailTakenBack,
  emailBroken,
  remindLater,
];
