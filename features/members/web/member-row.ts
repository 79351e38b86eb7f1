// Owns what a person is to the table: flat, each column's value one that sorts.
import { ROLES, type RoleName } from "#kit/contract/who.ts";
import type { TableRow } from "#kit/web/table/engine/engine.ts";
import type { Member } from "#features/members/contract.ts";
import { statusOf, type MemberStatus } from "./member-status.ts";

export interface MemberTableRow extends TableRow {
  readonly name: string;
  readonly email: string;
  /** Pictures are drawn from it. */
  readonly pictureId: string;
  readonly pictureURL: string | null;
  readonly role: RoleName;
  /** The role as a place, strongest first, so that sorting follows it. */
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
