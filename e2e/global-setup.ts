// One running product for all end-to-end tests, and its browser: inject("stand"), inject("chromium").
import type { TestProject } from "vitest/node";
import { provideChromium } from "../tools/chromium.ts";
import { startStand } from "./stand.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of the browser's program. As root it needs --no-sandbox. */
    chromium: string;
    /** Addresses of the running product, sandbox and mailbox, and the product's folder. */
    stand: { url: string; sandboxUrl: string; mailUrl: string; dataDir: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = provideChromium();
  if ("missing" in chromium) throw new Error(chromium.missing);
  const stand = await startStand();
  const { url, sandboxUrl, mailUrl, dataDir } = stand;
  project.provide("chromium", chromium.path);
  project.provide("stand", { url, sandboxUrl, mailUrl, dataDir });
  return stand.stop;
}
