import { lazyRouteComponent, type AnyRouter, type RouteComponent } from "@tanstack/react-router";
import { readSession } from "#features/auth/web/session/session.ts";
import { currentConfig } from "#platform/web/config.ts";
import { keepDraft, restoreDrafts, storeDrafts } from "#platform/web/form/form-drafts.ts";
import { log } from "#platform/web/log.ts";
import { nextFrame } from "#platform/web/next-frame.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";

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
  /** The user has not been notified yet. */
  readonly isFresh: boolean;
}

/** The build names this file after its content, so the name identifies the release. */
const thisRelease = import.meta.url;

/** Called before anything is shown. */
export function watchVersion(router: Pick<AnyRouter, "subscribe">, release = thisRelease): void {
  const before = readReload();
  if (before?.isFresh) {
    const hasDraft = restoreDrafts(person());
    writeReload({ ...before, isFresh: false });
    const isNewer = before.release !== release;
    const stop = router.subscribe("onRendered", () => {
      stop();
      tell(isNewer, hasDraft);
    });
  }
  // The failure of a page is handled by PageCrashed. A failure that no page waits for is handled here.
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (isChunkLoadError(reason)) void reloadPage(release);
  });
}

function tell(isNewer: boolean, hasDraft: boolean): void {
  if (!isNewer && !hasDraft) return;
  const header = isNewer ? `${currentConfig().productName} was updated.` : "The page was reloaded.";
  showToast(header, hasDraft ? "Your draft is saved." : "You're on the latest version.", {
    autohide: true,
    delay: 10_000,
    closeOnClick: true,
  });
}

/** Whether the page may reload because a part is missing. */
export function canRenewPage(release = thisRelease): boolean {
  const before = latestReload();
  return before === null || (before.release !== release && before.count < RELOADS_MAX);
}

let renewing: Promise<boolean> | null = null;

/** Reloads the page at the current address. `false`: it may not reload, or the site does not answer. */
export function reloadPage(release = thisRelease): Promise<boolean> {
  keepDraft();
  renewing ??= renew(release).finally(() => (renewing = null));
  return renewing;
}

async function renew(release: string): Promise<boolean> {
  if (!canRenewPage(release) || !(await doesSiteAnswer())) return false;
  if (!writeReload({ release, at: Date.now(), count: (latestReload()?.count ?? 0) + 1, isFresh: true })) return false; // it could never know when to stop
  log.warn(`PART_MISSING: ${window.location.pathname} is reloaded`);
  keepDraft(); // those written while the site was asked
  storeDrafts(person());
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

/** A reload that is too long ago does not count. */
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

/** A part of the site that did not come: its release is gone, or the network is. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("PART_MISSING", { cause });
    this.name = "ChunkLoadError";
  }
}

/** A page or layout in a chunk of its own. Under another name than the browser's, a failure leaves the router's own reload out. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(async () => {
    // Asking for dozens of files takes long: a link that was pressed is drawn so first.
    if ("userActivation" in navigator && navigator.userActivation.isActive) await nextFrame();
    try {
      return await load();
    } catch (error) {
      throw new ChunkLoadError(error);
    }
  }, name);
}

/** The messages of Chromium, Firefox and Safari, and Vite's for a style sheet. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export function isChunkLoadError(error: unknown): boolean {
  return error instanceof ChunkLoadError || (error instanceof Error && MISSING.test(error.message));
}
