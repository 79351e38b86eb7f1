import { KEPT_FOR_MS, takeStoredDrafts, writeStoredDrafts, type ByForm, type Draft } from "./draft-storage.ts";

/** Someone whose session ended has this long to log in again. */
const HELD_FOR_MS = 30 * 60_000;

const onShow = new Map<string, () => Draft | null>();
/** Drafts of forms that were removed just now. A crash removes the form before the draft can be saved. */
const justGone = new Map<string, Draft>();
const NONE = { at: 0, forms: {} };
let saved: { readonly at: number; readonly forms: ByForm } = NONE;
let isLeaving = false;
/** The user whose session ended, and who gets the drafts back. */
let holder: string | null = null;
/** Between the end of a session and the next sign-in, forms close by themselves. */
let isEnding = false;

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

/** Called when the session of a user ends by itself. Saves the input of open forms, sent or not, until they log in again. */
export function holdDrafts(person: string): void {
  discardOldDrafts();
  holder = person;
  isEnding = true;
  keepDraft();
  if (Object.keys(saved.forms).length > 0) return;
  holder = null;
  isEnding = false;
}

/** Called when a user signs in. Restores nothing yet: the forms do. */
export function endHold(): void {
  isEnding = false;
}

/** Whether open forms close because the session ended. Their input is saved. */
export function areFormsClosing(): boolean {
  return isEnding;
}

/** Whether the drafts wait for a user whose session ended. */
export function areDraftsHeld(): boolean {
  return holder !== null;
}

/** Identifies a form by the page that is on show and its submit button. */
export function formKey(name: string): string {
  return `${window.location.pathname} ${name}`;
}

/** Whether a draft of this form waits, so that a form behind a button opens for it. */
export function hasDraftHere(name: string): boolean {
  discardOldDrafts();
  return saved.forms[formKey(name)] !== undefined;
}

/** Returns the saved draft of a form and removes it. */
export function restoreDraft(form: string): Draft | null {
  discardOldDrafts();
  const { [form]: words, ...others } = saved.forms;
  saved = { ...saved, forms: others };
  if (words !== undefined) holder = null;
  return words ?? null;
}

function discardOldDrafts(): void {
  if (saved !== NONE && Date.now() - saved.at > (holder === null ? KEPT_FOR_MS : HELD_FOR_MS)) discardDrafts();
}

/** Called when the user signs out or another user signs in. @param person the one who is signed in now */
export function discardDrafts(person?: string): void {
  if (person !== undefined && person === holder) return;
  isEnding = false;
  holder = null;
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
