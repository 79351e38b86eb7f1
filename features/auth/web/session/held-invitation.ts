const KEY = "invitation";

/** Stores the invitation for this tab only, and in no URL and no history. */
export function holdInvitation(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the user has to open the email again after signing in.
  }
}

export function heldInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export interface Invited {
  readonly token: string;
  readonly organizationName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

let invited: Invited | null = null;

/** A new account is created for this invitation until the page is reloaded. */
export function registerFor(invitation: Invited): void {
  invited = invitation;
}

export function registeringFor(): Invited | null {
  return invited;
}

/** The invitation is answered, ended or no longer wanted. */
export function forgetInvitation(): void {
  invited = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
