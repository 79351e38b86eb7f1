// Starts the site in the browser: the configuration first, then the site itself. A page that reads the same for
// everybody was served whole; it waits for its visitor's first move before it loads what makes it more than a text.
import "./guard-sinks.ts";
import "#platform/web/base.css";
import { takeEmailedLink } from "#features/borrower-portal/web/landing/emailed-link.ts";
import type { WebConfig } from "#platform/contract/web-config.ts";
import { preloadCaptcha } from "#platform/web/scripts/captcha.ts";
import { loadConfig } from "#platform/web/config.ts";
import { endStoredDrafts } from "#platform/web/form/draft-storage.ts";
import { log, setLogThreshold } from "#platform/web/log.ts";
import { readStored } from "#platform/web/storage.ts";
import { showTheme, storedTheme } from "#platform/web/theme.ts";
import {
  holdPreHydrationClicks,
  holdPreHydrationKeys,
  firstInteraction,
  whenIdleAfterInteraction,
} from "./pre-hydration.ts";
import { isWholePage } from "./whole-page.ts";
import { trackPage } from "./track-pages.ts";
import styles from "./cannot-start.module.css";

// Before any request: a token in the address must not reach anyone else.
takeEmailedLink();

const container = document.getElementById("root");
if (container === null) throw new Error("index.html holds no #root");

const mayWait = isWholePage(container) && readStored("token") === null;

const moved = firstInteraction(); // also one that is made while the configuration is read
const clicks = holdPreHydrationClicks();
const keys = holdPreHydrationKeys();

async function start(page: HTMLElement): Promise<void> {
  showTheme(storedTheme());
  endStoredDrafts();
  const site = mayWait ? null : import("./run-site.tsx"); // on its way while the configuration is read
  const config = await loadConfig();
  setLogThreshold(config.environment, config.logLevel);
  preloadCaptcha();
  if (waits(config)) {
    trackPage();
    // The start page has a form. Its script loads early for visitors who scroll by keys only, or only read.
    await (window.location.pathname === "/" ? Promise.race([moved, whenIdleAfterInteraction()]) : moved);
  }
  const { runSite } = await (site ?? import("./run-site.tsx"));
  const { goTo, obey } = await runSite(page, config);
  clicks.release(goTo);
  keys.release(obey);
}

/** Support and tests find the site running at once where there is a console for them. */
function waits({ environment, bannerEnabled }: WebConfig): boolean {
  return mayWait && environment === "prod" && !bannerEnabled;
}

start(container).catch((error: unknown) => {
  log.fatal(error instanceof Error ? error.message : "The site could not start", error);
  clicks.release((href) => window.location.assign(href));
  keys.release(() => undefined);
  showCannotStart(container);
});

// Shown when the site cannot load its configuration. Uses no other modules, since they may not load either.
function showCannotStart(container: HTMLElement): void {
  const page = document.createElement("main");
  page.className = styles["page"] ?? "";
  const again = element("a", "Try again");
  again.href = "/";
  page.append(
    element("h1", "The site cannot start"),
    element("p", "Its server did not give a usable configuration. Nothing you saved is lost."),
    element("p", "Reload the page in a minute. If the problem continues, contact the administrator of this site."),
    again,
  );
  container.replaceChildren(page);
}

function element<Tag extends "h1" | "p" | "a">(tag: Tag, text: string): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
