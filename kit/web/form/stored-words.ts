// Owns the words of forms while one page goes and the next one comes: in sessionStorage, and no longer there than need be.

export type Words = Readonly<Record<string, unknown>>;
export type ByForm = Readonly<Record<string, Words>>;

export interface StoredWords {
  readonly at: number;
  readonly forms: ByForm;
  /** Whose they are. */
  readonly person: string;
}

const KEY = "keptWords";
/** Whoever comes later than this begins anew. */
export const KEPT_FOR_MS = 2 * 60_000;

/** Throws where a browser keeps nothing. */
export function writeStoredWords(words: StoredWords): void {
  sessionStorage.setItem(KEY, JSON.stringify(words));
}

/** What the page before left, once. */
export function takeStoredWords(): Partial<StoredWords> | null {
  const stored = readStoredWords();
  removeStoredWords();
  return stored;
}

/** Called by each page as it starts: where the start fails, or takes too long, nobody takes them. */
export function endStoredWords(): void {
  const stored = readStoredWords();
  if (stored === null) return removeStoredWords(); // none, or broken
  const left = Number(stored.at) + KEPT_FOR_MS - Date.now();
  if (left > 0 && left <= KEPT_FOR_MS) setTimeout(endStoredWords, left);
  else removeStoredWords();
}

function readStoredWords(): Partial<StoredWords> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return typeof stored === "object" ? stored : null;
  } catch {
    return null;
  }
}

function removeStoredWords(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing has none.
  }
}
