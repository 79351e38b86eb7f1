// Runs axe on a page in its current state.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Its findings, one line each. Legacy mode is faster, and enough because the pages have no foreign frames to check. */
export async function findingsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
