// What axe has to say about a page as it stands.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Its findings, in a line each. The pages have no frames but their own, for which legacy mode is enough and quick. */
export async function findingsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
