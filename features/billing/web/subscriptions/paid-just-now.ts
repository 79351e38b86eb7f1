const KEY = "paidAt";
/** How long the page waits for the provider's confirmation. */
const AWAITED_FOR_MS = 120_000;

/** Stored for this tab only, and survives a reload. */
export function rememberPayment(): void {
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage the form is shown instead; the server does not accept a second payment.
  }
}

export function isPaidJustNow(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < AWAITED_FOR_MS;
  } catch {
    return false;
  }
}

/** The user changed, signed out or switched the organization. */
export function forgetPayment(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing was stored.
  }
}
