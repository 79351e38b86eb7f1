import { useEffect } from "react";
import {
  CONSENT,
  CONSUMER_REPORT_CONSENT,
  SPANISH_CONSENT,
  SPANISH_CONSUMER_REPORT_CONSENT,
} from "#features/borrowers/labels.ts";
import { DISCLOSURE, giftLetterText, LETTERS, PAGES, type Translated } from "#features/borrower-portal/labels.ts";
import {
  ALREADY_SENT,
  bankMessage,
  BORROWER_MESSAGES,
  CONNECT_REFUSALS,
  NOT_CONNECTED,
  NOT_SENT,
  UNKNOWN_ERROR,
  WINDOW_BLOCKED,
} from "#features/borrower-portal/messages.ts";
import * as spanish from "#features/borrower-portal/spanish-labels.ts";
import { setDisplayLocale } from "#platform/web/format/dates.ts";
import { usePageTitle } from "#platform/web/page-title.ts";
import { makeStore } from "#platform/web/store.ts";
import { setWidgetTexts } from "#platform/text/widget-texts.ts";
import { useStore } from "#platform/web/use-store.ts";

export const LANGUAGES = { en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

const ENGLISH = {
  pages: PAGES,
  letters: LETTERS,
  giftLetter: giftLetterText,
  disclosure: DISCLOSURE,
  consent: { assets: CONSENT, consumer_report: CONSUMER_REPORT_CONSENT },
  messages: BORROWER_MESSAGES,
  refusals: CONNECT_REFUSALS,
  windowBlocked: WINDOW_BLOCKED,
  unknownError: UNKNOWN_ERROR,
  notConnected: NOT_CONNECTED,
  notSent: NOT_SENT,
  alreadySent: ALREADY_SENT,
  bank: bankMessage,
} as const;
export type PortalTexts = Translated<typeof ENGLISH>;

export const TEXTS: Readonly<Record<Language, PortalTexts>> = {
  en: ENGLISH,
  es: {
    pages: spanish.SPANISH_PAGES,
    letters: spanish.SPANISH_LETTERS,
    giftLetter: spanish.spanishGiftLetterText,
    disclosure: spanish.SPANISH_DISCLOSURE,
    consent: { assets: SPANISH_CONSENT, consumer_report: SPANISH_CONSUMER_REPORT_CONSENT },
    messages: spanish.SPANISH_MESSAGES,
    refusals: spanish.SPANISH_REFUSALS,
    windowBlocked: spanish.SPANISH_WINDOW_BLOCKED,
    unknownError: spanish.SPANISH_UNKNOWN_ERROR,
    notConnected: spanish.SPANISH_NOT_CONNECTED,
    notSent: spanish.SPANISH_NOT_SENT,
    alreadySent: spanish.spanishAlreadySent,
    bank: spanish.spanishBankMessage,
  },
};

/** With the separators of American figures, which both languages use here. */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };

const KEY = "portalLanguage";

export const languageStore = makeStore<Language>(initial());

/** What was chosen here before, otherwise what the browser asks for. */
function initial(): Language {
  try {
    const chosen = localStorage.getItem(KEY);
    if (chosen === "en" || chosen === "es") return chosen;
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
  const asked = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one === "en" || one === "es");
  return asked === "es" ? "es" : "en";
}

export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // As above.
  }
  languageStore.set(language);
}

/** In the language that the page is shown in now. */
export function currentTexts(): PortalTexts {
  return TEXTS[languageStore.get()];
}

export function useTexts(): PortalTexts {
  return TEXTS[useStore(languageStore)];
}

/** Says the language to the browser and to what formats dates, while a page of the portal is open. */
export function usePageLanguage(page: "landing" | "donor"): Language {
  const language = useStore(languageStore);
  // Before what it contains is drawn.
  setDisplayLocale(LOCALES[language]);
  setWidgetTexts(language === "es" ? spanish.SPANISH_WIDGET_TEXTS : undefined);
  usePageTitle(language === "es" ? TEXTS.es.pages[page].title : null);
  useEffect(() => {
    // The cleanup for the language or the page before has just reset both.
    setDisplayLocale(LOCALES[language]);
    setWidgetTexts(language === "es" ? spanish.SPANISH_WIDGET_TEXTS : undefined);
    document.documentElement.lang = language;
    return () => {
      document.documentElement.lang = "en";
      setDisplayLocale(undefined);
      setWidgetTexts(undefined);
    };
  }, [language]);
  return language;
}
