import type { Invitation, MemberDetails } from "#features/organizations/contract.ts";

/** An active editor of Acme Lending by default. */
export function aMember(details: Partial<MemberDetails> = {}): MemberDetails {
  return {
    id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f2a01",
    userId: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f2b01",
    organization: { id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a0f", name: "Acme Lending" },
    firstName: "Ines",
    lastName: "Duarte",
    email: "ines@example.com",
    profilePicURL: null,
    role: "editor",
    groups: [],
    status: "active",
    emailConfirmed: true,
    mustChangePassword: false,
    createdAt: "2026-11-01T12:00:00.000Z",
    expiresAt: null,
    version: 1,
    lockedUntil: null,
    hasSecondFactor: false,
    ...details,
  };
}

export function anInvited(details: Partial<MemberDetails> = {}): MemberDetails {
  return aMember({ userId: null, status: "pending", expiresAt: "2126-11-08T12:00:00.000Z", ...details });
}

export function anInvitation(details: Partial<Invitation> = {}): Invitation {
  return {
    organizationName: "Acme Lending",
    invitedBy: "Ada Admin",
    firstName: "Regina",
    lastName: "Registered",
    email: "Regina@Example.com",
    role: "editor",
    hasAccount: false,
    expiresAt: "2126-11-08T12:00:00.000Z",
    ...details,
  };
}
