// Only this folder makes scopes (checked by lint); other code passes them on.

const made = Symbol("made by the platform");

/** One organization: the database shows and takes only its rows. */
export interface Scope {
  readonly [made]: true;
  readonly role: "keyturn_tenant";
  readonly organizationId: string;
}

/** All organizations: for sign-in by email, provider events and jobs. Each narrows it as soon as it knows the
 * organization. */
export interface SystemScope {
  readonly [made]: true;
  readonly role: "keyturn_across";
  /** The scope of one organization, once a trusted row has said which. */
  within(organizationId: string): Scope;
}

export type AnyScope = Scope | SystemScope;

export function scopeOf(organizationId: string): Scope {
  return { [made]: true, role: "keyturn_tenant", organizationId };
}

export const system: SystemScope = { [made]: true, role: "keyturn_across", within: scopeOf };
