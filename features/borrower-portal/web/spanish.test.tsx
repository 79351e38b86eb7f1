import { DocumentKind } from "#features/underwriting/contract.ts";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BorrowerSession, DonorPage, LinkPreview } from "#features/borrower-portal/contract.ts";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import { aSentDocument } from "#features/underwriting/web/test-evidence.ts";
import { type Answer, refusal } from "#platform/web/test-http.ts";
import { WIDGET_TEXTS, widgetTexts } from "#platform/text/widget-texts.ts";
import { errorText } from "#platform/web/form/schema-resolver.ts";
import { ownPageTitle } from "#platform/web/page-title.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { BorrowerPortalPage } from "./BorrowerPortalPage.tsx";
import { GiftLetterPage } from "./donor/GiftLetterPage.tsx";
import { forgetMailedLink, takeEmailedLink } from "./landing/emailed-link.ts";
import { chooseLanguage, type Language, languageStore, TEXTS } from "./language.ts";
import {
  aBorrowerSession,
  AGREED,
  anAnswer,
  answerPortal,
  aTask,
  AT,
  aNeed,
  inSession,
  LINK_TOKEN,
  READ,
} from "./test-portal-page.tsx";

const PREVIEW = "POST /borrower/$id/preview-visit";
const DONOR = "GET /gift-letter";
const GIFT = {
  donorName: "Maria Reyes",
  email: "maria@example.net",
  evidenceId: null,
  sentAt: "2026-11-20T12:00:00Z",
  reason: null,
};

const gift = (state: "asked" | "ended" | "proposed" | "accepted" | "rejected") =>
  aTask({ transactionId: `gift ${state}`, gift: { ...GIFT, state } });
const answered = (state: "proposed" | "accepted" | "rejected") =>
  aTask({ transactionId: state, answer: anAnswer({ state, text: "Mi texto.", kind: "other" }) });

const full = aBorrowerSession({
  consent: AGREED,
  banks: [aBank(), { ...aBank(), id: "2", status: "login_required" }, { ...aBank(), id: "3", status: "expiring" }],
  needs: [
    aNeed({ kind: "bank", subject: "bank", state: "done", documentKind: null, note: null }),
    aNeed({
      kind: "deposit",
      subject: "t1",
      amountCents: 1_250_000,
      date: "2026-10-14",
      documentKind: null,
      note: null,
    }),
    ...DocumentKind.options.map((documentKind) => aNeed({ subject: documentKind, documentKind, note: "Por favor." })),
    aNeed({ subject: "again", reason: "Falta una hoja.", note: null }),
    aNeed({ subject: "sent", state: "answered", note: null }),
  ],
  tasks: [
    aTask(),
    ...(["asked", "ended", "proposed", "accepted", "rejected"] as const).map(gift),
    ...(["proposed", "accepted", "rejected"] as const).map(answered),
  ],
  documents: (["received", "accepted", "rejected"] as const).map((state, at) =>
    aSentDocument({ id: `d${at}`, state, reason: state === "rejected" ? "Falta una hoja." : null }),
  ),
});
const preview = (needsCode: boolean): LinkPreview => ({
  ...{ lender: aBorrowerSession().lender, needsCode, emailHint: "d…@example.net", phoneHint: "…2030" },
});
const donor = (facts: Partial<DonorPage> = {}): DonorPage => ({
  lender: aBorrowerSession().lender,
  ...{ borrowerName: "Dana Reyes", donorName: "Maria Reyes", relationship: "madre", amountCents: 1_250_000 },
  ...{ isToCome: false, signed: null, documents: [], expiresAt: "2026-12-10T12:00:00Z" },
  ...facts,
});
const signed = {
  text: "Mi carta.",
  signedName: "Maria Reyes",
  signedAt: "2026-11-27T12:00:00Z",
  canAddDocuments: true,
};

interface State {
  readonly at: string;
  readonly link?: boolean;
  readonly answers?: Readonly<Record<string, Answer>>;
  /** A text of the page's catalog that shows it is there, and the button to press then. */
  readonly shows: (texts: (typeof TEXTS)[Language]) => string;
  readonly press?: (texts: (typeof TEXTS)[Language]) => string;
}

const STATES: Readonly<Record<string, State>> = {
  landing: {
    at: AT,
    link: true,
    answers: { [PREVIEW]: preview(false) },
    shows: ({ pages }) => pages.landing.nothingYet,
  },
  "another browser": {
    at: AT,
    link: true,
    answers: { [PREVIEW]: preview(true) },
    shows: ({ pages }) => pages.code.text,
  },
  "a dead link": {
    ...{ at: AT, link: true, answers: { [PREVIEW]: refusal(410, "LINK_DEAD") } },
    shows: ({ pages }) => pages.deadLink.text,
  },
  "no link": { at: AT, shows: ({ pages }) => pages.noLink.text },
  "before consent": { at: AT, answers: { [READ]: aBorrowerSession() }, shows: ({ consent }) => consent.assets.title },
  "everything open": { at: AT, answers: { [READ]: full }, shows: ({ pages }) => pages.tasks.title },
  "all done": {
    ...{ at: AT, answers: { [READ]: aBorrowerSession({ consent: AGREED, banks: [aBank()], isReportReady: true }) } },
    shows: ({ pages }) => pages.done.title,
  },
  "a letter": {
    ...{ at: AT, answers: { [READ]: { ...full, tasks: [aTask()], documents: [] } } },
    shows: ({ pages }) => pages.tasks.title,
    press: ({ pages }) => pages.tasks.kinds.income,
  },
  "a gift": {
    ...{ at: AT, answers: { [READ]: { ...full, tasks: [aTask()], documents: [] } } },
    shows: ({ pages }) => pages.tasks.title,
    press: ({ pages }) => pages.tasks.kinds.gift,
  },
  "a donor": {
    at: "/gift-letter/$id",
    link: true,
    answers: { [DONOR]: donor() },
    shows: ({ pages }) => pages.donor.wrong,
  },
  "a donor who signed": {
    ...{ at: "/gift-letter/$id", link: true, answers: { [DONOR]: donor({ signed, documents: [aSentDocument()] }) } },
    shows: ({ pages }) => pages.donor.signedTitle,
  },
  "a donor's dead link": {
    ...{ at: "/gift-letter/$id", link: true, answers: { [DONOR]: refusal(410, "LINK_DEAD") } },
    shows: ({ pages }) => pages.donor.deadTitle,
  },
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  forgetMailedLink();
  window.history.replaceState(null, "", "/");
  chooseLanguage("en");
  localStorage.clear();
});

/** Everything on the page that is read or read out. */
async function textOf({ at, link, answers = {}, shows, press }: State, language: Language): Promise<string> {
  chooseLanguage(language);
  const texts = TEXTS[language];
  if (link) {
    window.history.replaceState(null, "", `${at}?t=${LINK_TOKEN}`);
    takeEmailedLink();
  } else if (answers[READ]) inSession();
  const session = answers[READ] as BorrowerSession | undefined;
  const version = texts.consent.assets.version; // what was agreed to is shown in its own language
  const consented = session?.consent ? { [READ]: { ...session, consent: { ...AGREED, version } } } : {};
  await answerPortal({ ...answers, ...consented });
  await renderAt(at, at === AT ? <BorrowerPortalPage /> : <GiftLetterPage />);
  await screen.findAllByText(shows(texts), { exact: false });
  if (press) {
    await userEvent.click(screen.getByRole("button", { name: new RegExp(`^${texts.pages.tasks.answer}:`) }));
    await userEvent.click(screen.getByRole("radio", { name: press(texts) }));
    for (const button of screen.getAllByRole("button", {
      name: /Firmar y enviar|Sign and send|Email them|Enviarle la/,
    }))
      await userEvent.click(button);
  }
  expect(document.documentElement.lang).toBe(language);
  const labels = [...document.body.querySelectorAll("[aria-label], [placeholder], [alt], [title]")].flatMap((one) =>
    ["aria-label", "placeholder", "alt", "title"].map((name) => one.getAttribute(name) ?? ""),
  );
  const typed = [...document.body.querySelectorAll("textarea")].map(({ value }) => value);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) words.push(walker.currentNode.textContent ?? "");
  const text = [...words, ...labels, ...typed].join("\n").replaceAll("English", "");
  cleanup();
  forgetMailedLink();
  return text;
}

/** The literal parts of a catalog's texts, by their place in it. */
function partsOf(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") {
    const blank = new Proxy({}, { get: () => "\u0000" });
    const texts = [blank, "\u0000"].map((given) => {
      try {
        return (value as (...given: unknown[]) => unknown)(given, "\u0000", "\u0000");
      } catch {
        return "";
      }
    });
    return texts
      .flatMap((text) => partsOf(text, place))
      .flatMap(([at, text]) => text.split("\u0000").map((part): [string, string] => [at, part]));
  }
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => partsOf(one, `${place}.${key}`));
  return [];
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Words of every English sentence, which no Spanish one has. */
const ENGLISH =
  /\b(?:the|your|you|and|with|this|that|please|is|are|was|enter|send|sign|open|from|for|required|valid)\b/i;

describe.each(Object.entries(STATES))("%s in Spanish", (_name, state) => {
  test("has no English text, and the same figures", async () => {
    const english = await textOf(state, "en");
    const spanish = await textOf(state, "es");
    const own = new Set(partsOf(TEXTS.es).map(([, text]) => text.trim()));
    const left = partsOf(TEXTS.en)
      .map(([place, text]) => [place, text.trim()] as const)
      .filter(([, text]) => text.length >= 6 && !own.has(text) && !/^[\d\W]+$|NMLS|example/.test(text))
      .filter(([, text]) => new RegExp(`(?<!\\p{L})${escaped(text)}(?!\\p{L})`, "u").test(spanish));
    expect(left).toEqual([]);
    const lines = spanish.split("\n").filter((line) => ENGLISH.test(line));
    expect(lines).toEqual([]);
    const figures = (text: string) => (text.match(/\$?\d[\d,.:]*\d|\d/g) ?? []).sort();
    expect(figures(spanish)).toEqual(figures(english));
  });
});

test.each([
  { asks: ["es-MX", "en"], chosen: null, shown: "es" },
  { asks: ["fr-FR", "en-US", "es"], chosen: null, shown: "en" },
  { asks: ["fr-FR"], chosen: null, shown: "en" },
  { asks: ["es-MX"], chosen: "en", shown: "en" },
])("a browser that asks for $asks, with $chosen chosen before, gets $shown", async ({ asks, chosen, shown }) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(asks);
  if (chosen === null) localStorage.removeItem("portalLanguage");
  else localStorage.setItem("portalLanguage", chosen);
  vi.resetModules(); // the language is read once a page load
  const loaded = await import("./language.ts");
  expect(loaded.languageStore.get()).toBe(shown);
  vi.restoreAllMocks();
});

test("what was typed stays when the language is changed", async () => {
  inSession();
  await answerPortal({ [READ]: { ...full, tasks: [aTask()] } });
  await renderAt(AT, <BorrowerPortalPage />);
  await userEvent.click(await screen.findByRole("button", { name: /^Answer:/ }));
  await userEvent.click(screen.getByRole("radio", { name: TEXTS.en.pages.tasks.kinds.gift }));
  await userEvent.type(screen.getByLabelText(TEXTS.en.pages.tasks.donorName), "Maria");
  await userEvent.click(screen.getByRole("button", { name: "Español" }));
  expect(screen.getByLabelText(TEXTS.es.pages.tasks.donorName)).toHaveProperty("value", "Maria");
  expect(languageStore.get()).toBe("es");
  expect(widgetTexts().cancel).toBe("Cancelar");
  expect(localStorage.getItem("portalLanguage")).toBe("es");
});

test("what forms and dialogs say by themselves is Spanish too, and English again on other pages", async () => {
  chooseLanguage("es");
  inSession();
  await answerPortal({ [READ]: { ...full, tasks: [aTask()] } });
  await renderAt(AT, <BorrowerPortalPage />);
  await screen.findAllByText(TEXTS.es.pages.tasks.title, { exact: false });
  expect(ownPageTitle()).toBe(TEXTS.es.pages.landing.title);
  for (const code of ["REQUIRED", "TOO_BIG", "TOO_SMALL", "CARD_NUMBER", "INVALID_FORMAT"])
    expect(errorText("Su carta", code)).not.toMatch(ENGLISH);
  expect(Object.values(widgetTexts()).filter((text) => Object.values<unknown>(WIDGET_TEXTS).includes(text))).toEqual(
    [],
  );
  cleanup();
  expect(widgetTexts()).toBe(WIDGET_TEXTS);
  expect(ownPageTitle()).toBeNull();
});
