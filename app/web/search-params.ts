type Search = Readonly<Record<string, unknown>>;

/** The last value wins where a name comes twice. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function stringifySearch(search: Search): string {
  const pairs = Object.entries(search).filter(([, value]) => typeof value === "string");
  const query = new URLSearchParams(pairs as [string, string][]).toString(); // filtered the line before
  return query === "" ? "" : `?${query}`;
}
