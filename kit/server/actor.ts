// Owns who is asking: made once a request from the token and the database, handed to every rule.
import type { Reach, RoleName } from "#kit/contract/who.ts";
import type { Scope } from "./database/scope.ts";

/** A person with the rights of the active membership, as the database holds them at this request. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  /** By the mailed link, or by having signed in socially. */
  readonly emailConfirmed: boolean;
  /** Whether the address itself was shown to be theirs; a social log-in alone does not show it. */
  readonly ownsEmail: boolean;
  /** `null`: the token was minted elsewhere with our key and belongs to no device. */
  readonly deviceId: string | null;
  readonly role: RoleName;
  /** Whose things the call opens to this role by their ids: said on the call, kept by the rules. */
  readonly reach: Reach;
  readonly organizationId: string;
  /** Ids of the groups whose things alone this role sees of what is its own; `null`: the organization does not ask it. */
  readonly onlyGroups: readonly string[] | null;
  readonly scope: Scope;
  /** The caller's address, for the audit. */
  readonly address: string;
  /** The caller's own name for this request; a call that is `idempotent` makes nothing twice under one. */
  readonly idempotencyKey: string | null;
}

/** Somebody let in by a mailed link, for one thing and a while, without an account. */
export interface Visit {
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

export function isVisit(asker: Actor | Visit): asker is Visit {
  return "visitId" in asker;
}

/** A place of a signed-in person in an organization. */
export interface Place {
  readonly id: string;
  readonly organizationId: string;
  readonly role: RoleName;
  /** The organization asks this role for a second factor, and the person has none: only their own account is open. */
  readonly isSecondFactorMissing: boolean;
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
  /** When the person last proved who they are on this device (ISO 8601 UTC). */
  readonly authenticatedAt: string;
  /** Active ones, first to last. */
  readonly memberships: readonly Place[];
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
