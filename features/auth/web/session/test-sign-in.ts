import type { AuthUser } from "#features/auth/contract.ts";
import type { RoleName } from "#platform/contract/who.ts";
import { startSession } from "./session.ts";

const IN_AN_HOUR = 3600;

export interface Person {
  readonly role?: RoleName;
  /** Without colleagues. */
  readonly isSoleMember?: boolean;
  readonly emailConfirmed?: boolean;
  readonly hasSocialAuth?: boolean;
  readonly firstName?: string;
  /** The role in a second organization, Beta Credit. */
  readonly alsoAs?: RoleName;
  /** A membership that the user no longer has. */
  readonly without?: string;
}

export const FIRST_MEMBERSHIP = "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a02";
export const SECOND_MEMBERSHIP = "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a04";

function membershipOf(id: string, name: string, role: RoleName, isSoleMember = false) {
  const organizationId = id.replace(/.$/, "f");
  const organization = { id: organizationId, name };
  return { id, organizationId, organization, role: { id: role, name: role }, groups: [], isSoleMember };
}

/** A token of this user, valid for an hour. */
export function tokenOf(person: Person = {}): string {
  const payload = btoa(JSON.stringify({ ...userOf(person), iat: 0, exp: Math.floor(Date.now() / 1000) + IN_AN_HOUR }));
  return `header.${payload}.signature`;
}

export function signIn(person: Person = {}): AuthUser {
  startSession(tokenOf(person));
  return userOf(person);
}

function userOf(person: Person): AuthUser {
  const {
    role = "registered",
    isSoleMember,
    emailConfirmed = true,
    hasSocialAuth = false,
    firstName = "Regina",
    alsoAs,
    without,
  } = person;
  return {
    id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a01",
    firstName,
    lastName: "Registered",
    email: "regina@example.com",
    emailConfirmed,
    hasSocialAuth,
    memberships: [
      membershipOf(FIRST_MEMBERSHIP, "Acme Lending", role, isSoleMember),
      ...(alsoAs === undefined ? [] : [membershipOf(SECOND_MEMBERSHIP, "Beta Credit", alsoAs)]),
    ].filter(({ id }) => id !== without),
    activeMembershipID: null,
    profilePicURL: null,
  };
}
