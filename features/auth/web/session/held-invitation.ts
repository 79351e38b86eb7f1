import type { RoleName } from "#platform/contract/who.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";

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
  readonly role: RoleName;
}

let invited: Invited | null = null;

/** The visitor wants to accept, and registers or logs in for it. Remembered until the page is reloaded. */
export function enterFor(invitation: Invited): void {
  invited = invitation;
}

export function enteringFor(): Invited | null {
  return invited;
}

export function welcomeTo(organizationName: string): void {
  showToast(`Welcome to ${organizationName}`, "You're all set.", { autohide: true, closeOnClick: true });
}

/** Where someone who just joined with this role starts to work. */
export function firstPageOf(role: RoleName): string {
  return role === "inactive" || role === "guest" ? "/account/settings/details" : "/account/borrowers/all";
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
