// The browser of the end-to-end tests: every visitor has a fresh profile, and a page with errors fails the test.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";

export interface VisitOptions extends BrowserContextOptions {
  /** What the console may say here: the browser itself reports every refused request as an error. */
  expects?: RegExp;
}

export interface Visitors {
  /** A first-time visitor on an empty page. */
  arrive(options?: VisitOptions): Promise<Page>;
}

/** Call once at the top of a test file. @param url the base of paths; by default the shared running product */
export function openVisitors(url: () => string = () => inject("stand").url): Visitors {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: inject("chromium"),
      // As root Chromium refuses its own sandbox; a small /dev/shm would make it crash.
      args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"],
    });
  });
  afterAll(() => browser.close());

  return {
    async arrive({ expects, ...options } = {}) {
      const context = await browser.newContext({
        baseURL: url(),
        locale: "en-US",
        timezoneId: "America/New_York",
        reducedMotion: "reduce",
        ...options,
      });
      context.setDefaultTimeout(15_000);
      const complaints = complaintsOf(context, expects);
      onTestFinished(async () => {
        await context.close();
        expect(complaints.join("\n"), "what pages said in the console").toBe("");
      });
      return context.newPage();
    },
  };
}

/** For a user who is already logged in. */
export function knownBy(
  { token }: { token: string },
  origin = inject("stand").url,
): Pick<VisitOptions, "storageState"> {
  return { storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: "token", value: token }] }] } };
}

/** The one page of the lists that is answered with 404, which the browser itself reports. */
function isUnknownPage(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === "/nowhere/at/all";
}

/** Console errors (including CSP violations) and uncaught exceptions. */
function complaintsOf(context: BrowserContext, expected: RegExp | undefined): string[] {
  const complaints: string[] = [];
  const take = (text: string, url: string) => {
    if (!expected?.test(text)) complaints.push(`${text} (${url})`);
  };
  context.on("console", (message) => {
    const { url } = message.location();
    if (message.type() === "error" && !isUnknownPage(url)) take(message.text(), url);
  });
  context.on("weberror", (error) => take(error.error().message, error.page()?.url() ?? ""));
  return complaints;
}

/**
 * The runtime configuration as a page reads it, with parts that differ from the server's. Counts from the page's next
 * load.
 */
export async function tellConfig(page: Page, parts: Record<string, unknown>): Promise<void> {
  // Fetched beforehand, because a page that closes while its route still waits would break the run.
  const served = (await (await page.request.get("/assets/config.json")).json()) as object;
  await page.route("**/assets/config.json", (route) => route.fulfill({ json: { ...served, ...parts } }));
}

/**
 * For a page whose clock is stopped, so that tests can check timed behavior before and after. Call before the page
 * opens; time passes normally until `stopClock`.
 */
export function setClock(page: Page): Promise<void> {
  return page.clock.install({ time: Date.now() });
}

/** From now on time passes only through `page.clock.runFor`. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 20_000);
}
