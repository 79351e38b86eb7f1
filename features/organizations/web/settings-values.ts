// Owns what the form of an organization's settings holds, and what people call its fields.
import type * as z from "zod/mini";
import type { OrganizationDetails, OrganizationSettings } from "#features/organizations/contract.ts";
import type { ToldField } from "#kit/web/form/merge-values.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { phoneText } from "#kit/web/format/phone.ts";

export type SettingsValues = z.input<typeof OrganizationDetails>;

/** Stored settings as the form shows them. */
export function valuesOf(settings: OrganizationSettings): SettingsValues {
  const { name, nmlsId, phone, address, timeZone, replyTo, policy } = settings;
  return { name, nmlsId, phone, address, timeZone, replyTo, policy };
}

/** In the order of the form. */
export const SETTINGS_FIELDS: readonly ToldField[] = [
  { name: "name", label: "Name" },
  { name: "nmlsId", label: "NMLS ID" },
  { name: "phone", label: "Phone", inWords: (phone) => phoneText(typeof phone === "string" ? phone : "") },
  { name: "replyTo", label: "Reply-to address" },
  { name: "address", label: "Address" },
  { name: "timeZone", label: "Time zone" },
  { name: "policy.nsfReview", label: "Fees to review" },
  { name: "policy.nsfBlocker", label: "Fees to block" },
  { name: "policy.defaultDays", label: "Days in a report" },
  { name: "policy.retentionDays", label: "Days bank data is kept" },
  {
    name: "policy.spendCap",
    label: "Spend cap",
    inWords: (cents) => (typeof cents === "number" ? formatMoney(cents) : ""),
  },
  { name: "policy.restrictByGroup", label: "Restrict by group" },
  { name: "policy.requireSecondFactor", label: "Require a second factor" },
  { name: "policy.borrowerMaySeeReport", label: "Borrowers may see their report" },
];
