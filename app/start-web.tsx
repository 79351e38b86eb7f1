// Starts the site in the browser: the configuration first, then the site itself. A page that reads the same for
// everybody was served whole; it waits for its visitor's first move before it loads what makes it more than a text.
import "./web/guard-sinks.ts";
import "#kit/web/base.css";
import { takeMailedLink } from "#features/visits/web/landing/mailed-link.ts";
import type { WebConfig } from "#kit/contract/web-config.ts";
import { preloadCaptcha } from "#kit/web/scripts/captcha.ts";
import { loadConfig } from "#kit/web/config.ts";
import { endStoredWords } from "#kit/web/form/stored-words.ts";
import { log, setLogThreshold } from "#kit/web/log.ts";
import { readStored } from "#kit/web/storage.ts";
import { showTheme, storedTheme } from "#kit/web/theme.ts";
import { showCannotStart } from "./web/cannot-start.ts";
import { holdEarlyClicks } from "./web/early-clicks.ts";
import { holdEarlyKeys } from "./web/early-keys.ts";
import { firstMove, quietMoment } from "./web/first-move.ts";
import { trackPage } from "./web/track-pages.ts";

// Before anything is asked for: a token in the address is for nobody else.
takeMailedLink();

const container = document.getElementById("root");
if (container === null) throw new Error("index.html holds no #root");

const mayWait = container.hasChildNodes() && readStored("token") === null;

const moved = firstMove(); // also one that is made while the configuration is read
const clicks = holdEarlyClicks();
const keys = holdEarlyKeys();

async function start(page: HTMLElement): Promise<void> {
  showTheme(storedTheme());
  endStoredWords();
  const site = mayWait ? null : import("./web/run-site.tsx"); // on its way while the configuration is read
  const config = await loadConfig();
  setLogThreshold(config.environment, config.logLevel);
  preloadCaptcha();
  if (waits(config)) {
    trackPage();
    // The start page has something to fill in, whose script is then there for whoever has only scrolled by keys or read.
    await (window.location.pathname === "/" ? Promise.race([moved, quietMoment()]) : moved);
  }
  const { runSite } = await (site ?? import("./web/run-site.tsx"));
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
