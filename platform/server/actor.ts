import type { Reach, RoleName } from "#platform/contract/who.ts";
import type { Scope } from "./database/scope.ts";

/** A person with the rights of the active membership, as the database holds them at this request, or an API key. */
export interface Actor {
  /** Of an API key: the admin in whose name it acts. */
  readonly userId: string;
  readonly email: string;
  /** By the mailed link, or by having signed in socially. */
  readonly emailConfirmed: boolean;
  /** Whether the user proved that the address is theirs. A social sign-in alone does not prove it. */
  readonly ownsEmail: boolean;
  /** `null`: the token was minted elsewhere with our key and belongs to no device. */
  readonly deviceId: string | null;
  /** When the person proved who they are for this token (ISO 8601 UTC). */
  readonly authenticatedAt: string;
  /** They did so again on this device since, for a newer token. */
  readonly hasNewerAuthentication: boolean;
  /** `null`: a person acts. */
  readonly apiKey: ApiKeyName | null;
  readonly role: RoleName;
  /** Whose objects this role can reach by id. The call declares it; the rules enforce it. */
  readonly reach: Reach;
  readonly organizationId: string;
  /** Ids of the groups whose things alone this role sees of what is its own; `null`: the organization does not ask it. */
  readonly onlyGroups: readonly string[] | null;
  readonly scope: Scope;
  /** The caller's address, for the audit. */
  readonly address: string;
  readonly userAgent: string;
  /** The caller's own name for this request; a call that is `idempotent` makes nothing twice under one. */
  readonly idempotencyKey: string | null;
}

/** An API key, as the activity shows it. */
export interface ApiKeyName {
  readonly id: string;
  readonly name: string;
}

/** A borrower who opened an emailed link: access to one object for a limited time, without an account. */
export interface BorrowerSession {
  readonly visitId: string;
  /** The one thing that it opens, by its id. */
  readonly subjectId: string;
  /** Where the link was mailed to. */
  readonly email: string;
  readonly organizationId: string;
  readonly scope: Scope;
  /** ISO 8601 UTC. */
  readonly endsAt: string;
  readonly address: string;
  readonly userAgent: string;
}

export function isBorrowerSession(principal: Actor | BorrowerSession): principal is BorrowerSession {
  return "visitId" in principal;
}

/** A place of a signed-in person in an organization. */
export interface MembershipSummary {
  readonly id: string;
  readonly organizationId: string;
  readonly role: RoleName;
  /** The organization asks this role for a second factor, and the person has none: only their own account is open. */
  readonly isSecondFactorMissing: boolean;
  /** The organization lets its members in through its identity provider alone, and this session began elsewhere. */
  readonly isSsoMissing: boolean;
  /** As the actor's. */
  readonly onlyGroups: readonly string[] | null;
}

/** A signed-in person, before a membership is chosen. Made by the product's own authentication. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly ownsEmail: boolean;
  readonly deviceId: string | null;
  /** When the person proved who they are for this token, or one that it was refreshed from (ISO 8601 UTC). */
  readonly authenticatedAt: string;
  /** They did so again on this device since, for a newer token. */
  readonly hasNewerAuthentication: boolean;
  /** Active ones, first to last. */
  readonly memberships: readonly MembershipSummary[];
}

/** Where a request comes from. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** The token that came along with a call that asks for none, not yet verified. */
  readonly bearer: string | null;
  /** The membership that the request names. */
  readonly membershipId: string | null;
  /** The caller's own name for this request, as an actor's. */
  readonly idempotencyKey: string | null;
  readonly browser: Browser;
}

/** The caller's browser, by a random secret in a cookie that no script reads. */
export interface Browser {
  /** `null`: it was never remembered. */
  readonly secret: string | null;
  /** The secret, made and sent along with the reply where there was none. Throws FORBIDDEN where another site asks for one. */
  remember(): string;
}

/** A person asking about their own account, whatever their membership. */
export interface SignedIn extends Person, Visitor {}
