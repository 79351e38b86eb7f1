/** How an email address is stored for comparison: trimmed and in lower case, with no other change. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function isSameEmail(one: string, other: string): boolean {
  return normalizeEmail(one) === normalizeEmail(other);
}
