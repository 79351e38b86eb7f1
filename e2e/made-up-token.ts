// A token that pages read like any other, but that no server has signed.

/** @param person parts of the payload; the rest has made-up values */
export function madeUpToken(person: Record<string, unknown> = {}): string {
  const payload = {
    id: "c0ffee00-0000-4000-8000-000000000001",
    firstName: "Ada",
    lastName: "Made-Up",
    email: "ada@example.org",
    emailConfirmed: true,
    hasSocialAuth: false,
    memberships: [],
    activeMembershipID: null,
    profilePicURL: null,
    iat: 0,
    exp: Math.floor(Date.now() / 1000) + 3_600,
    ...person,
  };
  return ["e30", Buffer.from(JSON.stringify(payload)).toString("base64url"), "c2ln"].join(".");
}
