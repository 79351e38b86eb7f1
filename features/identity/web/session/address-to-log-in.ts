// Owns the address somebody typed into another form and was told to log in with: the log-in page has it filled in.

const KEY = "addressToLogIn";

/** Kept for this tab alone until the log-in, and in no address and no history. */
export function holdAddress(email: string): void {
  try {
    sessionStorage.setItem(KEY, email);
  } catch {
    // Without storage it is typed again.
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

/** Somebody has logged in, or out. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
