/** What forms, dialogs and lists say by themselves, in American English. */
export const WIDGET_TEXTS = {
  required: (label: string): string => `${label} required`,
  tooLong: (label: string): string => `${label} is too long`,
  tooShort: (label: string): string => `${label} is too short`,
  notValid: (label: string): string => `${label} is not valid`,
  cardNumber: (label: string): string => `${label} contains a card number. Remove it. We don't store card numbers here`,
  checkFields: "Check the marked fields.",
  cancel: "Cancel",
  close: "Close",
  loading: "Loading",
  discardTitle: "Discard changes?",
  discardText: "You have unsaved changes.",
  keepEditing: "Keep editing",
  leave: "Leave",
  draftTitle: "Your draft is back",
  draftText: "Nothing was saved yet. Enter passwords and choose files again.",
} as const;
type WidgetTexts = {
  readonly [Key in keyof typeof WIDGET_TEXTS]: (typeof WIDGET_TEXTS)[Key] extends string
    ? string
    : (typeof WIDGET_TEXTS)[Key];
};

let current: WidgetTexts = WIDGET_TEXTS;

/** For a page in another language; `undefined`: English again. */
export function setWidgetTexts(texts: WidgetTexts | undefined): void {
  current = texts ?? WIDGET_TEXTS;
}

export function widgetTexts(): WidgetTexts {
  return current;
}
