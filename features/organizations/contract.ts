import * as z from "zod/mini";
import { GroupName, NmlsId, OrganizationName, RoleName } from "#features/directory/contract.ts";
import { call, file } from "#platform/contract/call.ts";
import {
  Cents,
  digits,
  Email,
  GivenTimestamp,
  Id,
  listOf,
  Name,
  Phone,
  text,
  Timestamp,
  verbatim,
  Version,
  whole,
} from "#platform/contract/fields.ts";
import { paged, RowId, SEARCH_LENGTH } from "#platform/contract/paging.ts";

/** The range of days of transactions that a report may request. */
export const REPORT_DAYS = { least: 1, most: 731 } as const;

/** No policy, and so no consent, promises to store anything for fewer days. */
export const SHORTEST_RETENTION_DAYS = 30;

/** What reports are made of: Plaid's Assets, or the Consumer Report of Plaid Check, a consumer reporting agency. */
export const BANK_DATA_PRODUCTS = ["assets", "consumer_report"] as const;
export type BankDataProduct = (typeof BANK_DATA_PRODUCTS)[number];

/** Days of history that a product delivers where fewer are asked for. */
export const MIN_DAYS: Readonly<Record<BankDataProduct, number>> = {
  assets: REPORT_DAYS.least,
  consumer_report: 180,
};

/** Settings that apply to all members of an organization. */
export const OrganizationPolicy = z.object({
  /** Returned-item and overdraft fees within 12 months from which the report asks for a review. */
  nsfReview: whole(1, 100),
  /** The number of the same fees from which the report shows a blocker. At least `nsfReview`. */
  nsfBlocker: whole(1, 100),
  /** Days of transactions that a report requests by default. */
  defaultDays: whole(REPORT_DAYS.least, REPORT_DAYS.most),
  /**
   * Days for which the bank's own data and the accounts of bank connections are stored. All four count from the day a
   * borrower is closed or, for a borrower who is not closed, from the last activity. A borrower's consent may promise
   * fewer days for the first three.
   */
  retentionDays: whole(SHORTEST_RETENTION_DAYS, 3650),
  /** Evidence and documents. */
  documentDays: whole(SHORTEST_RETENTION_DAYS, 3650),
  /** Reports with their transactions, results and files. */
  reportDays: whole(SHORTEST_RETENTION_DAYS, 3650),
  /** Closed borrowers with everything else that is stored about them. Not less than the other three. */
  closedBorrowerDays: whole(SHORTEST_RETENTION_DAYS, 3650),
  /** Of their own borrowers, editors and observers see those in their groups and those in no group. */
  restrictByGroup: z.boolean(),
  /** Admins must have a second factor. */
  requireSecondFactor: z.boolean(),
  /** Borrowers may see the report about them. */
  borrowerMaySeeReport: z.boolean(),
  /** Borrowers may agree and sign in at their bank on the loan officer's screen, in person. */
  connectInPerson: z.boolean(),
  /** A report is requested, and charged, when a bank connects. */
  generateOnConnect: z.boolean(),
  /** For new bank connections; a report uses the product of its connections. */
  bankDataProduct: z.enum(BANK_DATA_PRODUCTS),
  /** Evidence, confirmations and waivers count once someone else accepted them. */
  secondPersonAccepts: z.boolean(),
  /** Cents per month. `null`: no cap. */
  spendCap: z.nullable(Cents),
});
export type OrganizationPolicy = z.infer<typeof OrganizationPolicy>;

/** The most days for which anything that a borrower shares is stored: what a consent promises. */
export function longestRetention(
  policy: Pick<OrganizationPolicy, "retentionDays" | "documentDays" | "reportDays">,
): number {
  return Math.max(policy.retentionDays, policy.documentDays, policy.reportDays);
}

/** Days of history that the organization's reports have by default. */
export function daysToRequest(policy: Pick<OrganizationPolicy, "defaultDays" | "bankDataProduct">): number {
  return Math.max(policy.defaultDays, MIN_DAYS[policy.bankDataProduct]);
}

/** IANA names that the server knows. Offsets, which begin with a sign, are not names. */
const TimeZone = z.string().check(z.maxLength(64), z.regex(/^[A-Za-z]/), z.refine(isTimeZone, "INVALID_VALUE"));

/** What an admin enters about the organization. */
export const OrganizationDetails = z.object({
  name: OrganizationName,
  nmlsId: z.nullable(NmlsId),
  /** Shown to borrowers on their page. */
  phone: z.nullable(Phone),
  address: z.nullable(text(300, { multiline: true })),
  timeZone: TimeZone,
  /** Replies to the organization's emails go here. */
  replyTo: z.nullable(Email),
  policy: OrganizationPolicy.check(
    z.refine(({ nsfReview, nsfBlocker }) => nsfBlocker >= nsfReview, { path: ["nsfBlocker"], message: "TOO_SMALL" }),
    z.refine((policy) => policy.closedBorrowerDays >= longestRetention(policy), {
      path: ["closedBorrowerDays"],
      message: "TOO_SMALL",
    }),
  ),
});
export type OrganizationDetails = z.infer<typeof OrganizationDetails>;

export const OrganizationSettings = z.object({
  id: Id,
  ...OrganizationDetails.shape,
  /** An older value may not be a valid number. */
  phone: z.nullable(z.string()),
  logoURL: z.nullable(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;

const ById = z.object({ id: Id });

/** Admins, and a loan officer who works alone. */
export const LEADS = { who: ["root", "admin", "registered"], given: { registered: "sole-member" } } as const;

export const LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export const LOGO_MAX_BYTES = 2_000_000;

export const readOrganizationSettings = call({
  method: "GET",
  path: "/admin/organization",
  summary: "Read the organization's settings",
  ...LEADS,
  reply: OrganizationSettings,
});

export const updateOrganization = call({
  method: "PUT",
  path: "/admin/organization",
  summary: "Update the organization's settings",
  ...LEADS,
  confirmed: true,
  body: z.extend(OrganizationDetails, { version: Version }),
  reply: OrganizationSettings,
  errors: ["STALE", "OWN_SECOND_FACTOR_MISSING", "SECOND_PERSON_MISSING"],
});

export const uploadLogo = call({
  method: "POST",
  path: "/admin/organization/logo",
  summary: "Upload the organization's logo",
  ...LEADS,
  confirmed: true,
  upload: { mediaTypes: LOGO_TYPES, maxBytes: LOGO_MAX_BYTES },
  reply: OrganizationSettings,
  limits: { perMinute: 20 },
});

export const removeLogo = call({
  method: "POST",
  path: "/admin/organization/remove-logo",
  summary: "Remove the organization's logo",
  ...LEADS,
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

/** One audit event: who, what, when and from where. */
export const AuditEvent = z.object({
  /** Its place in the organization's chain, from 1. */
  seq: z.int(),
  at: Timestamp,
  actorId: z.nullable(Id),
  /** `null`: the system, or a user who no longer exists. */
  actorName: z.nullable(z.string()),
  /** `noun.verb`, for example `borrower.status-changed`. */
  action: z.string(),
  objectType: z.string(),
  objectId: z.nullable(z.string()),
  /** What the object is called now: a borrower's, a colleague's or a group's name, a post's title, a statement's number. */
  objectName: z.nullable(z.string()),
  /** The borrower's loan number. */
  loanNumber: z.nullable(z.string()),
  /** Of an assignment: who the borrower was and is assigned to. */
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** Rows per page of the audit log. */
export const AUDIT_PAGE_ROWS = 100;

const AuditFilter = z.object({
  actorId: z.optional(RowId),
  objectId: z.optional(RowId),
  /** A noun such as `borrower`, or a whole action. */
  action: z.optional(text(60)),
  /** Words that all occur in the person's name, the action or the object's name. */
  search: z.optional(text(SEARCH_LENGTH, { min: 0 })),
  /** Inclusive at both ends, UTC. */
  from: z.optional(GivenTimestamp),
  to: z.optional(GivenTimestamp),
});

export const listAudit = call({
  method: "GET",
  path: "/admin/audit",
  summary: "List the audit log",
  who: ["root", "admin"],
  query: z.extend(AuditFilter, {
    limit: z.optional(digits(1, AUDIT_PAGE_ROWS)),
    /** `seq` of the last row of the previous page. */
    before: z.optional(digits(1, Number.MAX_SAFE_INTEGER)),
  }),
  reply: z.array(AuditEvent),
  limits: { perMinute: 120 },
});

export const AUDIT_FORMATS = ["csv", "jsonl"] as const;

export const exportAudit = call({
  method: "GET",
  path: "/admin/audit/export",
  summary: "Export the audit log",
  who: ["root", "admin"],
  query: z.extend(AuditFilter, { format: z._default(z.enum(AUDIT_FORMATS), "csv") }),
  reply: file("text/csv; charset=utf-8", "application/jsonl"),
  limits: { perMinute: 10 },
});

export const verifyOwnAudit = call({
  method: "POST",
  path: "/admin/audit/verify",
  summary: "Verify the audit log",
  who: ["root", "admin"],
  reply: z.object({
    rows: z.int(),
    errors: z.array(z.object({ seq: z.int(), error: z.enum(["gap", "changed", "head-differs"]) })),
    /** Stored elsewhere, it later proves that no earlier event was rewritten. `null`: there are no events. */
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

/** The most groups in an organization. */
export const GROUPS_PER_ORGANIZATION = 200;
/** The most members in a group. */
export const MEMBERS_PER_GROUP = 1000;

/** Names of design tokens. The page decides what they look like. */
export const GROUP_COLORS = ["gray", "green", "blue", "amber", "red", "violet"] as const;

/** What an admin enters about a group. */
export const GroupDetails = z.object({
  /** Unique in the organization, in any letter case. */
  name: text(80),
  description: z._default(text(300, { multiline: true, min: 0 }), ""),
  color: z._default(z.enum(GROUP_COLORS), "gray"),
  /** User ids of active members of the organization. */
  memberIds: z._default(listOf(Id, MEMBERS_PER_GROUP), []),
  flags: z._default(
    z.object({
      /** Its editors may read the organization's bills and cancel its subscription. */
      billing: z.boolean(),
    }),
    { billing: false },
  ),
});
export type GroupDetails = z.infer<typeof GroupDetails>;

export const Group = z.object({
  id: Id,
  ...GroupDetails.shape,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Group = z.infer<typeof Group>;

/** A group as members see it in a list to choose from. */
export const GroupChoice = z.object({ id: Id, name: z.string(), color: z.enum(GROUP_COLORS) });
export type GroupChoice = z.infer<typeof GroupChoice>;

const GROUP_ADMINS = { who: ["root", "admin"], reach: { root: "organization", admin: "organization" } } as const;

export const listGroupChoices = call({
  method: "GET",
  path: "/account/group",
  summary: "List groups to choose from",
  apiScope: "borrowers:read",
  who: ["root", "admin", "editor", "registered"],
  reply: z.array(GroupChoice),
});

export const listGroups = call({
  method: "GET",
  path: "/admin/group",
  summary: "List groups and their members",
  ...GROUP_ADMINS,
  reply: z.array(Group),
});

export const createGroup = call({
  method: "POST",
  path: "/admin/group",
  summary: "Create a group",
  ...GROUP_ADMINS,
  confirmed: true,
  body: GroupDetails,
  reply: Group,
  status: 201,
  errors: ["NAME_TAKEN", "LIMIT_REACHED"],
});

export const updateGroup = call({
  method: "PUT",
  path: "/admin/group/{id}",
  summary: "Update a group and its members",
  ...GROUP_ADMINS,
  confirmed: true,
  params: ById,
  body: z.extend(GroupDetails, { version: Version }),
  reply: Group,
  errors: ["NAME_TAKEN", "STALE"],
});

export const deleteGroup = call({
  method: "POST",
  path: "/admin/group/{id}/delete",
  summary: "Delete a group",
  ...GROUP_ADMINS,
  confirmed: true,
  params: ById,
  reply: null,
  errors: ["GROUP_IN_USE"],
});

/**
 * Live event: a member's role changed or a member was removed. The server checks a listener's access before sending it.
 */
export const MEMBER_CHANGED = "member.changed";

/** A member as other members of the organization see them. */
export const Colleague = z.object({ userId: Id, firstName: z.string(), lastName: z.string(), role: RoleName });
export type Colleague = z.infer<typeof Colleague>;

/** `pending`: invited and not accepted yet. */
export const MEMBER_STATUSES = ["active", "pending"] as const;

/** A member of the organization, or an invitation to it. */
export const Member = z.object({
  /** The id of the membership or the invitation. */
  id: Id,
  /** `null` while pending. */
  userId: z.nullable(Id),
  organization: z.object({ id: Id, name: z.string() }),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profilePicURL: z.nullable(z.string()),
  role: RoleName,
  groups: z.array(GroupName),
  status: z.enum(MEMBER_STATUSES),
  emailConfirmed: z.boolean(),
  /** At the next sign-in the user must set a new password by email. */
  mustChangePassword: z.boolean(),
  /** When they joined or were invited. */
  createdAt: Timestamp,
  /** When an invitation's link expires. */
  expiresAt: z.nullable(Timestamp),
  version: Version,
});
export type Member = z.infer<typeof Member>;

/** The same with what is shown for a single member. */
export const MemberDetails = z.extend(Member, {
  /** Locked by failed sign-ins until then, unless someone unlocks the account. */
  lockedUntil: z.nullable(Timestamp),
  hasSecondFactor: z.boolean(),
});
export type MemberDetails = z.infer<typeof MemberDetails>;

/** The most groups that one member may be in. */
const GROUPS_AT_ONCE = 50;
const GroupIds = listOf(Id, GROUPS_AT_ONCE);

/** Invitations that an organization may email within 24 hours, including repeated ones. */
export const INVITATIONS_PER_DAY = 50;
/** Emails to one address within 24 hours from all organizations, so that no one floods a mailbox. */
export const INVITATIONS_PER_ADDRESS = 3;
/** Days that an invitation's link works. */
export const INVITATION_DAYS = 7;

/** The id of a membership or an invitation. A user id also finds the user's membership. */
const ADMINS = { who: ["root", "admin"], reach: { root: "all", admin: "organization" } } as const;

/** Of a list as CSV. */
export const MEMBER_COLUMNS = ["name", "email", "organization", "role", "groups", "status", "createdAt"] as const;
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];

/** A page of members, newest first. */
export const MemberPage = z.omit(paged({ sortable: ["createdAt"], columns: MEMBER_COLUMNS }), {
  sort: true,
  direction: true,
});
export type MemberPage = z.infer<typeof MemberPage>;

export const listColleagues = call({
  method: "GET",
  path: "/account/member",
  summary: "List the people of the organization",
  apiScope: "borrowers:read",
  who: ["root", "admin", "editor"],
  reply: z.array(Colleague),
});

export const listMembers = call({
  method: "GET",
  path: "/admin/user",
  summary: "List members and invitations",
  ...ADMINS,
  query: MemberPage,
  reply: z.array(Member),
});

export const findMember = call({
  method: "GET",
  path: "/admin/user/{id}",
  summary: "Read a member or an invitation",
  ...ADMINS,
  params: ById,
  reply: MemberDetails,
});

export const inviteMember = call({
  method: "POST",
  path: "/admin/user",
  summary: "Invite a person to the organization",
  ...LEADS,
  confirmed: true,
  idempotent: true,
  body: z.object({ firstName: Name, lastName: Name, email: Email, role: RoleName, groupIds: z._default(GroupIds, []) }),
  reply: Member,
  status: 201,
  errors: ["ALREADY_MEMBER", "ALREADY_INVITED", "LIMIT_REACHED"],
});

export const updateMember = call({
  method: "PUT",
  path: "/admin/user/{id}",
  summary: "Change a member's role and groups",
  ...ADMINS,
  confirmed: true,
  params: ById,
  body: z.object({ role: RoleName, groupIds: GroupIds, version: z.optional(Version) }),
  reply: MemberDetails,
  errors: ["LAST_ADMIN", "BREAK_GLASS_REQUIRED", "STALE", "LIMIT_REACHED"],
});

export const removeMember = call({
  method: "POST",
  path: "/admin/user/{id}/remove",
  summary: "Remove a member from the organization",
  ...ADMINS,
  confirmed: true,
  params: ById,
  reply: null,
  errors: ["LAST_ADMIN", "BREAK_GLASS_REQUIRED"],
});

export const requirePasswordChange = call({
  method: "POST",
  path: "/admin/user/{id}/require-password-change",
  summary: "Require a member to set a new password",
  ...ADMINS,
  confirmed: true,
  params: ById,
  reply: MemberDetails,
  limits: { perMinute: 10 },
});

export const unlockMember = call({
  method: "POST",
  path: "/admin/user/{id}/unlock",
  summary: "Unlock a member after failed sign-ins",
  ...ADMINS,
  confirmed: true,
  params: ById,
  reply: MemberDetails,
  limits: { perMinute: 10 },
});

export const resendInvitation = call({
  method: "POST",
  path: "/admin/user/{id}/resend",
  summary: "Email an invitation again",
  ...ADMINS,
  confirmed: true,
  params: ById,
  reply: MemberDetails,
  errors: ["LIMIT_REACHED"],
});

export const revokeInvitation = call({
  method: "POST",
  path: "/admin/user/{id}/revoke",
  summary: "Revoke an invitation",
  ...ADMINS,
  confirmed: true,
  params: ById,
  reply: null,
});

const InvitationToken = z.object({ token: verbatim(100) });

/** What the page of an invitation link shows. */
export const Invitation = z.object({
  organizationName: z.string(),
  invitedBy: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: RoleName,
  /** Whether the address has an account. The link proves that its holder may know. */
  hasAccount: z.boolean(),
  expiresAt: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

export const readInvitation = call({
  method: "POST",
  path: "/auth/invitation",
  summary: "Read an invitation",
  who: "anyone",
  body: InvitationToken,
  reply: Invitation,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 60 },
});

export const acceptInvitation = call({
  method: "POST",
  path: "/account/invitation/accept",
  summary: "Accept an invitation",
  who: "signed-in",
  body: InvitationToken,
  reply: z.object({ membershipId: Id, organizationName: z.string() }),
  errors: ["LINK_DEAD", "INVITATION_FOR_ANOTHER", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const declineInvitation = call({
  method: "POST",
  path: "/auth/invitation/decline",
  summary: "Decline an invitation",
  who: "anyone",
  body: InvitationToken,
  reply: null,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 30 },
});
