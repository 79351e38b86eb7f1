export type Draft = Readonly<Record<string, unknown>>;
export type ByForm = Readonly<Record<string, Draft>>;

export interface StoredDrafts {
  readonly at: number;
  readonly forms: ByForm;
  /** The user who wrote the drafts. */
  readonly person: string;
}

const KEY = "keptWords";
/** Drafts older than this are dropped. */
export const KEPT_FOR_MS = 2 * 60_000;

/** Throws where a browser keeps nothing. */
export function writeStoredDrafts(words: StoredDrafts): void {
  sessionStorage.setItem(KEY, JSON.stringify(words));
}

/** What the page before left, once. */
export function takeStoredDrafts(): Partial<StoredDrafts> | null {
  const stored = readStoredDrafts();
  removeStoredDrafts();
  return stored;
}

/** Called by each page as it starts. Removes the drafts if the start fails or takes too long to restore them. */
export function endStoredDrafts(): void {
  const stored = readStoredDrafts();
  if (stored === null) return removeStoredDrafts(); // none, or broken
  const left = Number(stored.at) + KEPT_FOR_MS - Date.now();
  if (left > 0 && left <= KEPT_FOR_MS) setTimeout(endStoredDrafts, left);
  else removeStoredDrafts();
}

function readStoredDrafts(): Partial<StoredDrafts> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return typeof stored === "object" ? stored : null;
  } catch {
    return null;
  }
}

function removeStoredDrafts(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing has none.
  }
}
