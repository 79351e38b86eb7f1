// The runtime configuration as a page reads it, with parts that differ from the server's.
import type { Page } from "playwright-core";

/** Counts from the page's next load. */
export async function tellConfig(page: Page, parts: Record<string, unknown>): Promise<void> {
  // Fetched beforehand, because a page that closes while its route still waits would break the run.
  const served = (await (await page.request.get("/assets/config.json")).json()) as object;
  await page.route("**/assets/config.json", (route) => route.fulfill({ json: { ...served, ...parts } }));
}
