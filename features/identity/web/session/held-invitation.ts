// Owns the invitation that brought somebody here, until they answer it: a log-in, a social one too, may lie in between.

const KEY = "invitation";

/** Kept for this tab alone, and in no address and no history. */
export function holdInvitation(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the mail has to be opened again after the log-in.
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

/** Whoever makes an account from here on does it for this invitation, until the page is loaded anew. */
export function registerFor(invitation: Invited): void {
  invited = invitation;
}

export function registeringFor(): Invited | null {
  return invited;
}

/** Answered, ended, or not wanted any more. */
export function forgetInvitation(): void {
  invited = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
