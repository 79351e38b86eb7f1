// Getting about without a mouse, always seeing where one is.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

const FARTHEST = 60;

/** Presses Tab until the control has the focus, and expects the focus to be seen there. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < FARTHEST; presses++) {
    await page.keyboard.press("Tab");
    if (!(await control.evaluate((element) => element === document.activeElement))) continue;
    const isSeen = await control.evaluate((element) => {
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      return outlineStyle !== "none" || boxShadow !== "none";
    });
    expect(isSeen, `${String(control)} shows that it has the focus`).toBe(true);
    return;
  }
  throw new Error(`${String(control)} is not within ${FARTHEST} presses of Tab`);
}
