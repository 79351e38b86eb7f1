// The runtime configuration as a page reads it, with parts of it told otherwise than the server does.
import type { Page } from "playwright-core";

/** Counts from the page's next load. */
export async function tellConfig(page: Page, parts: Record<string, unknown>): Promise<void> {
  // Asked for beforehand: a page that leaves while its route still asks would break the run.
  const served = (await (await page.request.get("/assets/config.json")).json()) as object;
  await page.route("**/assets/config.json", (route) => route.fulfill({ json: { ...served, ...parts } }));
}
