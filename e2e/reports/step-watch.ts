// Records the steps that a page shows while a report is made, because they pass too fast to wait for each.
import type { Page } from "playwright-core";

/** Starts to record each step in each state it is shown in: "Requesting data, now", "Requesting data, done". */
export async function watchSteps(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const note = () => {
      for (const step of document.querySelectorAll("[aria-label='Report progress'] li")) seen.add(step.textContent);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seenSteps: seen });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenSteps: Set<string> }).seenSteps]);
}
