// Owns scopes: whose rows a statement may touch. Only this folder makes them (a wall in the linter); others pass them on.

const made = Symbol("made by the kit");

/** One organization: the database shows and takes only its rows. */
export interface Scope {
  readonly [made]: true;
  readonly role: "keyturn_tenant";
  readonly organizationId: string;
}

/** All organizations: for log-in by email, provider events and jobs, each of which narrows it as soon as it knows whose. */
export interface AcrossScope {
  readonly [made]: true;
  readonly role: "keyturn_across";
  /** The scope of one organization, once a trusted row has said which. */
  within(organizationId: string): Scope;
}

export type AnyScope = Scope | AcrossScope;

export function scopeOf(organizationId: string): Scope {
  return { [made]: true, role: "keyturn_tenant", organizationId };
}

export const acrossScope: AcrossScope = { [made]: true, role: "keyturn_across", within: scopeOf };
