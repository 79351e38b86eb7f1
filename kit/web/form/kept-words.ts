// Owns the words of forms that a page has to let go of by no fault of its visitor: put back when their form is here again.

type Words = Readonly<Record<string, unknown>>;
type ByForm = Readonly<Record<string, Words>>;

/** In sessionStorage only from the moment a page goes until the next one is here. */
const KEY = "keptWords";
/** Whoever comes later than this begins anew. */
const KEPT_FOR_MS = 2 * 60_000;

const onShow = new Map<string, () => Words | null>();
/** Those of forms that went this very moment: a crash takes the form away before it tells. */
const justGone = new Map<string, Words>();
let kept: { at: number; forms: ByForm } = { at: 0, forms: {} };
let isLeaving = false;

/** Called while a form is on show. @param read what was written in it and not yet sent; `null`: nothing */
export function watchWords(form: string, read: () => Words | null): () => void {
  onShow.set(form, read);
  return () => {
    onShow.delete(form);
    const words = read();
    if (words === null) return;
    justGone.set(form, words);
    setTimeout(() => justGone.delete(form));
  };
}

/** Keeps what stands in the forms on show, and in those that a crash has just taken. */
export function keepWords(): void {
  const found = new Map(justGone);
  for (const [form, read] of onShow) {
    const words = read();
    if (words !== null) found.set(form, words);
  }
  if (found.size > 0) kept = { at: Date.now(), forms: Object.fromEntries(found) };
}

/** What was kept for a form, once. */
export function takeWords(form: string): Words | null {
  if (Date.now() - kept.at > KEPT_FOR_MS) forgetWords();
  const { [form]: words, ...others } = kept.forms;
  kept = { ...kept, forms: others };
  return words ?? null;
}

/** Another person sits here, or none. */
export function forgetWords(): void {
  kept = { at: 0, forms: {} };
}

/** Lets what was kept outlive the page, which goes at once. @param person whose words they are */
export function storeWords(person: string): void {
  try {
    if (Object.keys(kept.forms).length > 0) sessionStorage.setItem(KEY, JSON.stringify({ ...kept, person }));
    isLeaving = true;
  } catch {
    // A browser that keeps nothing keeps no words either: whoever wrote them is asked.
  }
}

/** Takes them over from the page before, for the same person. Gives whether there are any. */
export function restoreWords(person: string): boolean {
  forgetWords();
  const stored = readStored();
  if (stored === null || stored.person !== person || typeof stored.at !== "number") return false;
  kept = { at: stored.at, forms: stored.forms ?? {} };
  return Object.keys(kept.forms).length > 0;
}

/** The page goes with its words kept: nobody has to be asked. */
export function areWordsStored(): boolean {
  return isLeaving;
}

function readStored(): Partial<{ at: number; forms: ByForm; person: string }> | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const stored: unknown = JSON.parse(text ?? "null");
    return typeof stored === "object" ? stored : null;
  } catch {
    return null;
  }
}
