// No schema here: the frame of the page reads these values and should not wait for zod.

/** Roles of a membership, strongest first. `inactive` and `guest` hold no rights beyond their own account. */
export const ROLES = ["root", "admin", "editor", "observer", "registered", "inactive", "guest"] as const;
export type RoleName = (typeof ROLES)[number];

/** A borrower who opened an emailed link: access to one object for a limited time, without an account or a role. */
export const BORROWER_SESSION = "visit";
type Admitted = RoleName | typeof BORROWER_SESSION;

/**
 * Who may make a call.
 * - `anyone`: no token is asked for.
 * - `signed-in`: any live token, whatever the role of the active membership.
 * - `signature`: another system that signs the raw body; the handler verifies it.
 * - a list: members whose active membership has one of these roles; with `visit`, a borrower in a session too.
 */
export type Who = "anyone" | "signed-in" | "signature" | readonly [Admitted, ...Admitted[]];

/** What a role may need besides: to be alone in the organization, or in one of its groups that are for billing. */
export type Condition = "sole-member" | "billing-group";

/** Whose things a role reaches by id: its own, its organization's, or every organization's; `none`: by other proof alone. */
export type Reach = "none" | "own" | "organization" | "all";

/** What an API key may be allowed to do. A call names the one that it asks of a key; without one no key may make it. */
export const API_SCOPES = [
  "borrowers:read",
  "borrowers:write",
  "reports:order",
  "reports:read",
  "billing:read",
  "scim",
] as const;
export type ApiScope = (typeof API_SCOPES)[number];
/** What a call asks of an API key: one scope, or none in particular. */
export type KeyAccess = ApiScope | "any";

/** How every API key begins, so that secret scanners find one that leaked. */
export const API_KEY_PREFIX = "keyturn_sk_";

/** Whether a call asks for a token at all. */
export function needsToken(who: Who): boolean {
  return who !== "anyone" && who !== "signature";
}

/** Whether a live token whose active membership has this role passes. `null`: a person without any membership. */
export function admits(who: Who, role: RoleName | null): boolean {
  if (typeof who === "string") return true;
  return role !== null && who.includes(role);
}

/** Whether a borrower session passes; which object it may reach is checked by the use case. */
export function admitsBorrowerSession(who: Who): boolean {
  return typeof who !== "string" && who.includes(BORROWER_SESSION);
}
