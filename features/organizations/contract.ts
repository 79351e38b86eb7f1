// Owns the settings of an organization, and the record of what was done in it.
import * as z from "zod/mini";
import { call, file } from "#kit/contract/call.ts";
import {
  Cents,
  digits,
  Email,
  GivenTimestamp,
  Id,
  Phone,
  text,
  Timestamp,
  Version,
  whole,
} from "#kit/contract/fields.ts";
import { RowId } from "#kit/contract/paging.ts";

/** 2 to 120 characters, as an organization is named. */
export const OrganizationName = text(120, { min: 2 });

/** Days of transactions that a report may ask for. */
export const REPORT_DAYS = { least: 1, most: 731 } as const;

/** What an organization decides for all its people. */
export const OrganizationPolicy = z.object({
  /** Returned-item and overdraft fees within 12 months from which the report asks for a review. */
  nsfReview: whole(1, 100),
  /** The same from which it calls them a blocker; at least `nsfReview`. */
  nsfBlocker: whole(1, 100),
  /** Days of transactions that a report asks for unless said otherwise. */
  defaultDays: whole(REPORT_DAYS.least, REPORT_DAYS.most),
  /** Days that a closed borrower's bank data is kept. */
  retentionDays: whole(30, 3650),
  /** Editors and observers see, of their own borrowers, those of their groups and those of none. */
  restrictByGroup: z.boolean(),
  /** Admins must have a second factor. */
  requireSecondFactor: z.boolean(),
  /** A borrower may look at the report about them. */
  borrowerMaySeeReport: z.boolean(),
  /** Cents a month; `null`: no cap. */
  spendCap: z.nullable(Cents),
});
export type OrganizationPolicy = z.infer<typeof OrganizationPolicy>;

/** IANA names that this machine's clock knows; offsets, which begin with a sign, are none. */
const TimeZone = z.string().check(z.maxLength(64), z.regex(/^[A-Za-z]/), z.refine(isTimeZone, "INVALID_VALUE"));

/** What an admin writes about the organization. */
export const OrganizationDetails = z.object({
  name: OrganizationName,
  /** Nationwide Multistate Licensing System number: 1 to 12 digits. */
  nmlsId: z.nullable(z.string().check(z.regex(/^\d{1,12}$/))),
  /** Borrowers call it from their page. */
  phone: z.nullable(Phone),
  address: z.nullable(text(300, { multiline: true })),
  timeZone: TimeZone,
  /** Where answers to the organization's mails go. */
  replyTo: z.nullable(Email),
  policy: OrganizationPolicy.check(
    z.refine(({ nsfReview, nsfBlocker }) => nsfBlocker >= nsfReview, { path: ["nsfBlocker"], message: "TOO_SMALL" }),
  ),
});
export type OrganizationDetails = z.infer<typeof OrganizationDetails>;

export const OrganizationSettings = z.object({
  id: Id,
  ...OrganizationDetails.shape,
  /** One of before may be no number. */
  phone: z.nullable(z.string()),
  logoURL: z.nullable(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;

export const LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export const LOGO_MAX_BYTES = 2_000_000;

export const readOrganizationSettings = call({
  method: "GET",
  path: "/admin/organization",
  summary: "Read the organization's settings",
  who: ["root", "admin"],
  reply: OrganizationSettings,
});

export const updateOrganization = call({
  method: "PUT",
  path: "/admin/organization",
  summary: "Update the organization's settings",
  who: ["root", "admin"],
  confirmed: true,
  body: z.extend(OrganizationDetails, { version: Version }),
  reply: OrganizationSettings,
  errors: ["STALE", "OWN_SECOND_FACTOR_MISSING"],
});

export const uploadLogo = call({
  method: "POST",
  path: "/admin/organization/logo",
  summary: "Upload the organization's logo",
  who: ["root", "admin"],
  confirmed: true,
  upload: { mediaTypes: LOGO_TYPES, maxBytes: LOGO_MAX_BYTES },
  reply: OrganizationSettings,
  limits: { perMinute: 20 },
});

export const removeLogo = call({
  method: "POST",
  path: "/admin/organization/remove-logo",
  summary: "Remove the organization's logo",
  who: ["root", "admin"],
  confirmed: true,
  reply: OrganizationSettings,
});

export const readLogo = call({
  method: "GET",
  path: "/logo/{id}",
  summary: "Download an organization's logo",
  who: "anyone",
  params: z.object({ id: Id }),
  reply: file(...LOGO_TYPES),
  errors: ["RANGE_NOT_SATISFIABLE"],
});

/** One act on record: who, what, when, from where. */
export const AuditAct = z.object({
  /** Its place in the organization's chain, from 1. */
  seq: z.int(),
  at: Timestamp,
  actorId: z.nullable(Id),
  /** `null`: the product by itself, or somebody who is gone. */
  actorName: z.nullable(z.string()),
  /** `noun.verb`, as `borrower.status-changed`. */
  action: z.string(),
  objectType: z.string(),
  objectId: z.nullable(z.string()),
  address: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditAct = z.infer<typeof AuditAct>;

/** Rows of a page of the record. */
export const AUDIT_PAGE_ROWS = 100;

export const listAudit = call({
  method: "GET",
  path: "/admin/audit",
  summary: "List the audit log",
  who: ["root", "admin"],
  query: z.object({
    limit: z.optional(digits(1, AUDIT_PAGE_ROWS)),
    /** `seq` of the last row of the page before. */
    before: z.optional(digits(1, Number.MAX_SAFE_INTEGER)),
    actorId: z.optional(RowId),
    objectId: z.optional(RowId),
    /** A noun, as `borrower`, or a whole action. */
    action: z.optional(text(60)),
    /** Both ends in; UTC. */
    from: z.optional(GivenTimestamp),
    to: z.optional(GivenTimestamp),
  }),
  reply: z.array(AuditAct),
  limits: { perMinute: 120 },
});

export const verifyOwnAudit = call({
  method: "POST",
  path: "/admin/audit/verify",
  summary: "Verify the audit log",
  who: ["root", "admin"],
  reply: z.object({
    rows: z.int(),
    faults: z.array(z.object({ seq: z.int(), fault: z.enum(["gap", "changed", "head-differs"]) })),
    /** Written down elsewhere, it proves later that nothing before it was rewritten; `null`: nothing is on record. */
    head: z.nullable(z.object({ seq: z.int(), sha256: z.string() })),
  }),
  limits: { perMinute: 10 },
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false; // RangeError: no such zone
  }
}
