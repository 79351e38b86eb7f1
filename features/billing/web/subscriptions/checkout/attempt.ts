let current: { readonly key: string; readonly order: string } | undefined;

/** The key of this order: a new one, unless the same order was sent and no answer came. */
export function attemptFor(order: string): string {
  if (current?.order !== order) current = { key: crypto.randomUUID(), order };
  return current.key;
}

export function settleAttempt(): void {
  current = undefined;
}
