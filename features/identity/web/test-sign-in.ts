// Owns who a page's test acts as: a token like the server's, unsigned, for the browser reads it without its key.
import type { AuthUser } from "#features/identity/contract.ts";
import type { RoleName } from "#kit/contract/who.ts";
import { startSession } from "./session.ts";

const IN_AN_HOUR = 3600;

export interface Person {
  readonly role?: RoleName;
  readonly emailConfirmed?: boolean;
}

export function signIn({ role = "registered", emailConfirmed = true }: Person = {}): AuthUser {
  const user: AuthUser = {
    id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a01",
    firstName: "Regina",
    lastName: "Registered",
    email: "regina@example.com",
    emailConfirmed,
    hasSocialAuth: false,
    memberships: [
      {
        id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a02",
        organizationId: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a03",
        organization: { id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a03", name: "Acme Lending" },
        role: { id: role, name: role },
        groups: [],
      },
    ],
    activeMembershipID: null,
    profilePicURL: null,
  };
  const payload = btoa(JSON.stringify({ ...user, iat: 0, exp: Math.floor(Date.now() / 1000) + IN_AN_HOUR }));
  startSession(`header.${payload}.signature`);
  return user;
}
