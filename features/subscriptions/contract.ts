// Owns what a person fills in to subscribe.
import * as z from "zod/mini";
import { Email, Name } from "#kit/contract/fields.ts";

/** Whose card it is, where receipts go, and their word that they accept the terms. */
export const SubscriptionForm = z.object({
  name: Name,
  email: Email,
  termsAndConditions: z.boolean().check(z.refine((isAccepted) => isAccepted)),
});
export type SubscriptionFormValues = z.input<typeof SubscriptionForm>;
