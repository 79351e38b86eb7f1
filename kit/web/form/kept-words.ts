// Owns the words of forms that a page has to let go of by no fault of its visitor: put back when their form is here again.
import { KEPT_FOR_MS, takeStoredWords, writeStoredWords, type ByForm, type Words } from "./stored-words.ts";

const onShow = new Map<string, () => Words | null>();
/** Those of forms that went this very moment: a crash takes the form away before it tells. */
const justGone = new Map<string, Words>();
const NONE = { at: 0, forms: {} };
let kept: { readonly at: number; readonly forms: ByForm } = NONE;
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

/** Whether something is written in a form on show and not yet sent. */
export function hasWordsOnShow(): boolean {
  return [...onShow.values()].some((read) => read() !== null);
}

/** Keeps what stands in the forms on show, and in those that a crash has just taken; of others what was kept before. */
export function keepWords(): void {
  forgetOldWords();
  const found = new Map([...Object.entries(kept.forms), ...justGone]);
  for (const [form, read] of onShow) {
    const words = read();
    if (words === null) found.delete(form);
    else found.set(form, words);
  }
  kept = found.size === 0 ? NONE : { at: Date.now(), forms: Object.fromEntries(found) };
}

/** What was kept for a form, once. */
export function takeWords(form: string): Words | null {
  forgetOldWords();
  const { [form]: words, ...others } = kept.forms;
  kept = { ...kept, forms: others };
  return words ?? null;
}

function forgetOldWords(): void {
  if (Date.now() - kept.at > KEPT_FOR_MS) forgetWords();
}

/** Another person sits here, or none. */
export function forgetWords(): void {
  kept = NONE;
}

/** Lets what was kept outlive the page, which goes at once. @param person whose words they are */
export function storeWords(person: string): void {
  try {
    if (Object.keys(kept.forms).length > 0) writeStoredWords({ ...kept, person });
    isLeaving = true;
  } catch {
    // A browser that keeps nothing keeps no words either: whoever wrote them is asked.
  }
}

/** Takes them over from the page before, for the same person. Gives whether there are any. */
export function restoreWords(person: string): boolean {
  forgetWords();
  const stored = takeStoredWords();
  if (stored === null || stored.person !== person || typeof stored.at !== "number") return false;
  kept = { at: stored.at, forms: stored.forms ?? {} };
  return Object.keys(kept.forms).length > 0;
}

/** The page goes with its words kept: nobody has to be asked. */
export function areWordsStored(): boolean {
  return isLeaving;
}
