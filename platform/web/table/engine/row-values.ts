export const words = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

export function valueOf(row: object, column: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[column];
}

export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Sorts numbers by size and anything else as text, in which numbers also sort by size. */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return words.compare(textOf(left), textOf(right));
}

/** What a search looks for: whatever its case, without the space around it. */
export function wantedIn(term: string): string {
  return term.trim().toLowerCase();
}
