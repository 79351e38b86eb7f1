import type { Member, MemberColumn } from "./contract.ts";
import { longDay } from "#platform/dates/days.ts";
import { dayIn } from "#platform/dates/zones.ts";
import type { ListColumns } from "#platform/text/list-columns.ts";
import { ROLE_NAMES } from "./labels.ts";

export const STATUS_NAMES = { active: "Active", pending: "Pending", expired: "Expired" } as const;
export type MemberStatus = keyof typeof STATUS_NAMES;

export function statusOf({ status, expiresAt }: Pick<Member, "status" | "expiresAt">, now = Date.now()): MemberStatus {
  return status === "pending" && expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : status;
}

interface Known {
  /** IANA name. */
  readonly zone: string;
}

export const MEMBER_COLUMN_TEXTS: ListColumns<MemberColumn, Member, Known> = {
  name: { header: "Name", text: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  email: { header: "Email", text: ({ email }) => email },
  organization: { header: "Organization", text: ({ organization }) => organization.name },
  role: { header: "Role", text: ({ role }) => ROLE_NAMES[role] },
  groups: { header: "Groups", text: ({ groups }) => groups.map(({ name }) => name).join(", ") },
  status: { header: "Status", text: (member) => STATUS_NAMES[statusOf(member)] },
  createdAt: { header: "Since", text: ({ createdAt }, { zone }) => longDay(dayIn(createdAt, zone)) },
};
