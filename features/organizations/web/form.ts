import type * as z from "zod/mini";
import { formatMoney } from "#platform/money/money.ts";
import type { BankDataProduct, OrganizationDetails, OrganizationSettings } from "#features/organizations/contract.ts";
import type { LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { phoneText } from "#platform/text/phone.ts";

export type SettingsValues = z.input<typeof OrganizationDetails>;

/** The form values of stored settings. */
export function valuesOf(settings: OrganizationSettings): SettingsValues {
  const { name, nmlsId, phone, address, timeZone, replyTo, policy } = settings;
  return { name, nmlsId, phone, address, timeZone, replyTo, policy };
}

export const PRODUCT_LABELS: Readonly<Record<BankDataProduct, string>> = {
  assets: "Plaid Assets",
  consumer_report: "Plaid Consumer Report",
};

/** In the order of the form. */
export const SETTINGS_FIELDS: readonly LabeledField[] = [
  { name: "name", label: "Name" },
  { name: "nmlsId", label: "NMLS ID" },
  { name: "phone", label: "Phone", inWords: (phone) => phoneText(typeof phone === "string" ? phone : "") },
  { name: "replyTo", label: "Reply-to address" },
  { name: "address", label: "Address" },
  { name: "timeZone", label: "Time zone" },
  { name: "policy.nsfReview", label: "Fees to review" },
  { name: "policy.nsfBlocker", label: "Fees to block" },
  { name: "policy.defaultDays", label: "Days in a report" },
  {
    name: "policy.spendCap",
    label: "Spend cap",
    inWords: (cents) => (typeof cents === "number" ? formatMoney(cents) : ""),
  },
  { name: "policy.restrictByGroup", label: "Restrict by group" },
  { name: "policy.requireSecondFactor", label: "Require a second factor" },
  { name: "policy.borrowerMaySeeReport", label: "Borrowers may see their report" },
  { name: "policy.connectInPerson", label: "Connect in person" },
  { name: "policy.generateOnConnect", label: "Generate a report when a bank connects" },
  {
    name: "policy.bankDataProduct",
    label: "Report product",
    inWords: (product) => PRODUCT_LABELS[product as BankDataProduct],
  },
  { name: "policy.secondPersonAccepts", label: "Second person accepts" },
  { name: "policy.retentionDays", label: "Bank data (days)" },
  { name: "policy.documentDays", label: "Documents (days)" },
  { name: "policy.reportDays", label: "Reports (days)" },
  { name: "policy.closedBorrowerDays", label: "Closed borrowers (days)" },
];
