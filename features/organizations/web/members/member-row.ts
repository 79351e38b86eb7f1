import { ROLES, type RoleName } from "#platform/contract/who.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import type { Member } from "#features/organizations/contract.ts";
import { statusOf, type MemberStatus } from "./member-status.ts";

export interface MemberTableRow extends TableRow {
  readonly name: string;
  readonly email: string;
  /** The seed of the identicon. */
  readonly pictureId: string;
  readonly pictureURL: string | null;
  readonly role: RoleName;
  /** The role's position, strongest first, for sorting. */
  readonly rank: number;
  readonly groups: string | null;
  readonly organization: string;
  readonly status: MemberStatus;
  readonly createdAt: string;
}

export function toRow(member: Member): MemberTableRow {
  const { id, email, role, createdAt, organization, groups, profilePicURL } = member;
  return {
    id,
    name: `${member.firstName} ${member.lastName}`,
    email,
    pictureId: member.userId ?? id,
    pictureURL: profilePicURL,
    role,
    rank: ROLES.indexOf(role),
    groups: groups.map(({ name }) => name).join(", ") || null,
    organization: organization.name,
    status: statusOf(member),
    createdAt,
  };
}
