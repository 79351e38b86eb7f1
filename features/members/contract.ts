// Owns who belongs to an organization: its people, those invited, and every call that changes what they may do.
import * as z from "zod/mini";
import { GroupName, RoleName } from "#features/memberships/contract.ts";
import { call } from "#kit/contract/call.ts";
import { Email, Id, listOf, Name, Timestamp, verbatim, Version } from "#kit/contract/fields.ts";
import { paged } from "#kit/contract/paging.ts";

/** Live event: somebody has another role here, or is no longer in. Before it is told, whoever hears is asked for their rights. */
export const MEMBER_CHANGED = "member.changed";

/** A colleague, as others of the organization see them. */
export const Colleague = z.object({ userId: Id, firstName: z.string(), lastName: z.string(), role: RoleName });
export type Colleague = z.infer<typeof Colleague>;

/** `pending`: invited and not there yet. */
export const MEMBER_STATUSES = ["active", "pending"] as const;

/** Somebody of the organization, or invited to it. */
export const Member = z.object({
  /** Of the membership, or of the invitation. */
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
  /** At the next log-in they set a new password by mail. */
  mustChangePassword: z.boolean(),
  /** Since when they belong here, or were invited. */
  createdAt: Timestamp,
  /** Of an invitation's link. */
  expiresAt: z.nullable(Timestamp),
  version: Version,
});
export type Member = z.infer<typeof Member>;

/** The same, with what one asks of a single person. */
export const MemberDetails = z.extend(Member, {
  /** Too many failed log-ins; until then, unless somebody unlocks them. */
  lockedUntil: z.nullable(Timestamp),
  hasSecondFactor: z.boolean(),
});
export type MemberDetails = z.infer<typeof MemberDetails>;

/** Groups that one person may be in. */
const GROUPS_AT_ONCE = 50;
const GroupIds = listOf(Id, GROUPS_AT_ONCE);

/** Invitations that an organization may mail within 24 hours, repetitions counted. */
export const INVITATIONS_PER_DAY = 50;
/** Mails within 24 hours to one address, whichever organizations send them: a mailbox is not a target. */
export const INVITATIONS_PER_ADDRESS = 3;
/** Days that an invitation's link works. */
export const INVITATION_DAYS = 7;

/** Of a membership or an invitation; a person's own id finds their membership as well. */
const ById = z.object({ id: Id });
const ADMINS = { who: ["root", "admin"], reach: { root: "all", admin: "organization" } } as const;

/** A page of people, newest first. */
export const MemberPage = z.omit(paged({ sortable: ["createdAt"] }), { sort: true, direction: true });
export type MemberPage = z.infer<typeof MemberPage>;

export const listColleagues = call({
  method: "GET",
  path: "/account/member",
  summary: "List the people of the organization",
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
  who: ["root", "admin"],
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
  errors: ["LAST_ADMIN", "STALE", "LIMIT_REACHED"],
});

export const removeMember = call({
  method: "POST",
  path: "/admin/user/{id}/remove",
  summary: "Remove a member from the organization",
  ...ADMINS,
  confirmed: true,
  params: ById,
  reply: null,
  errors: ["LAST_ADMIN"],
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

/** What an invitation says to the person who holds its link. */
export const Invitation = z.object({
  organizationName: z.string(),
  invitedBy: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: RoleName,
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
