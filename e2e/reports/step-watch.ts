// What a person sees pass by while a report is made: too quick to be waited for one by one.
import type { Page } from "playwright-core";

/** Begins to note each step in each state it is shown in: "Bank asked, now", "Bank asked, done". */
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
