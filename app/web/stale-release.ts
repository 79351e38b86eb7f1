// Owns what an old page does when a newer release has taken away the parts that it still wants: it is loaded anew, once,
// and whoever was writing goes on writing.
import type { AnyRouter } from "@tanstack/react-router";
import { readSession } from "#features/identity/web/session/session.ts";
import { currentConfig } from "#kit/web/config.ts";
import { keepWords, restoreWords, storeWords } from "#kit/web/form/kept-words.ts";
import { log } from "#kit/web/log.ts";
import { showToast } from "#kit/web/toasts.ts";
import { isMissingPart } from "./missing-part.ts";

const KEY = "releaseReload";
/** A part that is still missing after so short a while is missing for another reason. */
const AGAIN_AFTER_MS = 10 * 60_000;
/** While two releases are served side by side, a page may come from either: it is not sent to and fro for long. */
const RELOADS_MAX = 3;
const ANSWER_WITHIN_MS = 5_000;

interface Reload {
  /** The release that was left. */
  readonly release: string;
  readonly at: number;
  /** So many within the time. */
  readonly count: number;
  /** Nobody was told yet. */
  readonly isFresh: boolean;
}

/** The build names this file after what is in it, and so after its release. */
const thisRelease = import.meta.url;

/** Called before anything is shown. */
export function followRelease(router: Pick<AnyRouter, "subscribe">, release = thisRelease): void {
  const before = readReload();
  if (before?.isFresh) {
    const hasWords = restoreWords(person());
    writeReload({ ...before, isFresh: false });
    const isNewer = before.release !== release;
    const stop = router.subscribe("onRendered", () => {
      stop();
      tell(isNewer, hasWords);
    });
  }
  // What a page cannot show ends in PageCrashed; what nobody waits for ends here.
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (isMissingPart(reason)) void renewPage(release);
  });
}

function tell(isNewer: boolean, hasWords: boolean): void {
  if (!isNewer && !hasWords) return;
  const header = isNewer ? `${currentConfig().productName} was updated.` : "The page was loaded anew.";
  showToast(header, hasWords ? "Your words are kept." : "You are on the newest version.", {
    autohide: true,
    delay: 10_000,
    closeOnClick: true,
  });
}

/** Whether the page may be loaded anew for a part that is missing. */
export function canRenewPage(release = thisRelease): boolean {
  const before = latestReload();
  return before === null || (before.release !== release && before.count < RELOADS_MAX);
}

let renewing: Promise<boolean> | null = null;

/** Loads the page anew at the address that was asked for. `false`: it may not, or the site does not answer. */
export function renewPage(release = thisRelease): Promise<boolean> {
  keepWords();
  renewing ??= renew(release).finally(() => (renewing = null));
  return renewing;
}

async function renew(release: string): Promise<boolean> {
  if (!canRenewPage(release) || !(await doesSiteAnswer())) return false;
  if (!writeReload({ release, at: Date.now(), count: (latestReload()?.count ?? 0) + 1, isFresh: true })) return false; // it could never know when to stop
  log.warn(`PART_MISSING: ${window.location.pathname} is loaded anew`);
  keepWords(); // those written while the site was asked
  storeWords(person());
  window.location.reload();
  return true;
}

function doesSiteAnswer(): Promise<boolean> {
  const asked = { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) } as const;
  return fetch("/assets/version", asked).then(
    ({ ok }) => ok,
    () => false,
  );
}

function person(): string {
  return readSession()?.user.id ?? "";
}

/** One that was so long ago that it no longer counts is none. */
function latestReload(): Reload | null {
  const before = readReload();
  return before !== null && Date.now() - before.at <= AGAIN_AFTER_MS ? before : null;
}

function readReload(): Reload | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isReload(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isReload(stored: unknown): stored is Reload {
  return typeof stored === "object" && stored !== null && "release" in stored && "at" in stored && "count" in stored;
}

function writeReload(reload: Reload): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(reload));
    return true;
  } catch {
    return false;
  }
}
