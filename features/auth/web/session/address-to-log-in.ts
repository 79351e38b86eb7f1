const KEY = "addressToLogIn";

/** Stores the address for this tab until the sign-in, and in no URL and no history. */
export function holdAddress(email: string): void {
  try {
    sessionStorage.setItem(KEY, email);
  } catch {
    // Without storage the user types it again.
  }
}

/** Empty when there is none. */
export function heldAddress(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** A user has signed in or out. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
