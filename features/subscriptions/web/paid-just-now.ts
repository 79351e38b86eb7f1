// Owns that a payment was confirmed in this tab a moment ago: until the provider's word is in, no other is offered.

const KEY = "paidAt";
/** So long the provider's word is waited for. */
const AWAITED_FOR_MS = 120_000;

/** Kept for this tab alone, also while it is loaded anew. */
export function rememberPayment(): void {
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage the form is shown meanwhile; the server takes no second payment.
  }
}

export function isPaidJustNow(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < AWAITED_FOR_MS;
  } catch {
    return false;
  }
}

/** Another person sits here, or none, or they act for another organization. */
export function forgetPayment(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
