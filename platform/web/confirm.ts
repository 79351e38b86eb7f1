import { makeStore } from "./store.ts";

export interface ConfirmTexts {
  readonly title: string;
  readonly text: string;
  readonly cancel: string;
  readonly confirm: string;
  /** `danger`: the confirmed action cannot be undone, or only with effort. */
  readonly tone: "plain" | "danger";
}

export interface ConfirmRequest extends ConfirmTexts {
  answer(isYes: boolean): void;
}

const DEFAULTS: ConfirmTexts = {
  title: "Are you sure?",
  text: "This cannot be undone.",
  cancel: "Cancel",
  confirm: "Confirm",
  tone: "plain",
};

export const confirmStore = makeStore<ConfirmRequest | null>(null);

/** Asks; a question that is still open is answered no. */
export function confirm(texts: Partial<ConfirmTexts> = {}): Promise<boolean> {
  confirmStore.get()?.answer(false);
  return new Promise((resolve) => {
    confirmStore.set({
      ...DEFAULTS,
      ...texts,
      answer(isYes) {
        confirmStore.set(null);
        resolve(isYes);
      },
    });
  });
}
