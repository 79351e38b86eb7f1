// The runtime configuration as a page reads it, with parts of it told otherwise than the server does.
import type { Page } from "playwright-core";

/** Counts from the page's next load. */
export async function tellConfig(page: Page, parts: Record<string, unknown>): Promise<void> {
  await page.route("**/assets/config.json", async (route) => {
    const served = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...served, ...parts } });
  });
}
