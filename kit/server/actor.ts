// Owns who is asking: made once a request from the token and the database, handed to every rule.
import type { RoleName } from "#kit/contract/who.ts";
import type { Scope } from "./scope.ts";

/** A person with the rights of the active membership, as the database holds them at this request. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  /** `null`: the token was minted elsewhere with our key and belongs to no device. */
  readonly deviceId: string | null;
  readonly role: RoleName;
  readonly organizationId: string;
  readonly scope: Scope;
  /** The caller's address, for the audit. */
  readonly address: string;
  /** The caller's own name for this request; a call that is `idempotent` makes nothing twice under one. */
  readonly idempotencyKey: string | null;
}

/** A signed-in person, before a membership is chosen. Made by the product's own authentication. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly deviceId: string | null;
  /** Active ones, first to last. */
  readonly memberships: readonly { readonly id: string; readonly organizationId: string; readonly role: RoleName }[];
}

/** Who asks when a call is open to anyone. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}
