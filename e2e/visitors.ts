import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { sharedStand } from "./global-setup.ts";

export interface VisitOptions extends BrowserContextOptions {
  /** What the console may say here: the browser itself reports every refused request as an error. */
  expects?: RegExp;
}

export interface Visitors {
  /** A first-time visitor with a fresh profile, on an empty page. */
  arrive(options?: VisitOptions): Promise<Page>;
}

/** For a user who is already logged in. */
export function knownBy({ token }: { token: string }, origin = sharedStand().url): Pick<VisitOptions, "storageState"> {
  return { storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: "token", value: token }] }] } };
}

/** The one page of the lists that is answered with 404, which the browser itself reports. */
function isUnknownPage(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === "/nowhere/at/all";
}

/** Console errors (including CSP violations) and uncaught exceptions. */
export function complaintsOf(context: BrowserContext, expected: RegExp | undefined): string[] {
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
