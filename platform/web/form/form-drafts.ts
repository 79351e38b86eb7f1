import { KEPT_FOR_MS, takeStoredDrafts, writeStoredDrafts, type ByForm, type Draft } from "./draft-storage.ts";

const onShow = new Map<string, () => Draft | null>();
/** Drafts of forms that were removed just now. A crash removes the form before the draft can be saved. */
const justGone = new Map<string, Draft>();
const NONE = { at: 0, forms: {} };
let saved: { readonly at: number; readonly forms: ByForm } = NONE;
let isLeaving = false;

/** Called while a form is on show. @param read what was written in it and not yet sent; `null`: nothing */
export function watchDraft(form: string, read: () => Draft | null): () => void {
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
export function hasOpenDraft(): boolean {
  return [...onShow.values()].some((read) => read() !== null);
}

/** Saves the input of open forms, and of forms that a crash just removed. Earlier drafts of other forms stay. */
export function keepDraft(): void {
  discardOldDrafts();
  const found = new Map([...Object.entries(saved.forms), ...justGone]);
  for (const [form, read] of onShow) {
    const words = read();
    if (words === null) found.delete(form);
    else found.set(form, words);
  }
  saved = found.size === 0 ? NONE : { at: Date.now(), forms: Object.fromEntries(found) };
}

/** Returns the saved draft of a form and removes it. */
export function restoreDraft(form: string): Draft | null {
  discardOldDrafts();
  const { [form]: words, ...others } = saved.forms;
  saved = { ...saved, forms: others };
  return words ?? null;
}

function discardOldDrafts(): void {
  if (Date.now() - saved.at > KEPT_FOR_MS) discardDrafts();
}

/** Called when the user signs out or another user signs in. */
export function discardDrafts(): void {
  saved = NONE;
}

/** Stores the drafts so that they survive the reload that follows. @param person the user who wrote them */
export function storeDrafts(person: string): void {
  try {
    if (Object.keys(saved.forms).length > 0) writeStoredDrafts({ ...saved, person });
    isLeaving = true;
  } catch {
    // A browser without storage cannot save the drafts, so the user is asked before the page closes.
  }
}

/** Restores the drafts that the previous page stored for the same person. Returns whether there are any. */
export function restoreDrafts(person: string): boolean {
  discardDrafts();
  const stored = takeStoredDrafts();
  if (stored === null || stored.person !== person || typeof stored.at !== "number") return false;
  saved = { at: stored.at, forms: stored.forms ?? {} };
  return Object.keys(saved.forms).length > 0;
}

/** The drafts are stored, so the page can close without asking the user. */
export function areWordsStored(): boolean {
  return isLeaving;
}
