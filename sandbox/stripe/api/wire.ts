// Stripe's objects as they stand in replies and events, made from what is stored.
export const API_VERSION = "2026-10-28.endive";

export type Wire = Record<string, unknown>;

export function list(url: string, data: unknown[], has_more = false): Wire {
  return { object: "list", data, has_more, url };
}
