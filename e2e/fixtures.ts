// What tests begin with: visitors in a browser, and the sandbox whose providers can be made to fail.
import { expect, test as base } from "@playwright/test";
import { sharedStand } from "./global-setup.ts";
import { type Addresses, type Stand, startStand } from "./stand.ts";
import { complaintsOf, type Visitors } from "./visitors.ts";

/** What one provider of the sandbox does from now on; which orders there are is in sandbox/. */
export type Steer = (provider: string, order: Record<string, unknown>) => Promise<void>;

/** Has work done when the test ends, the last one first. */
export type AtEnd = (work: () => unknown) => void;

interface Fixtures {
  visitors: Visitors;
  /** Counts until the test ends. */
  steer: Steer;
  atEnd: AtEnd;
}

interface WorkerFixtures {
  /** The product that visitors open. */
  stand: Addresses;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stand: [({}, use) => use(sharedStand()), { scope: "worker" }],

  // A page with errors fails the test.
  visitors: async ({ browser, stand }, use) => {
    const visits: { close(): Promise<void>; complaints: readonly string[] }[] = [];
    await use({
      async arrive({ expects, ...options } = {}) {
        const context = await browser.newContext({ baseURL: stand.url, ...options });
        visits.push({ close: () => context.close(), complaints: complaintsOf(context, expects) });
        return context.newPage();
      },
    });
    await Promise.all(visits.map(({ close }) => close()));
    expect(visits.flatMap(({ complaints }) => complaints).join("\n"), "what pages said in the console").toBe("");
  },

  steer: async ({ stand }, use) => {
    let isSteered = false;
    await use(async (provider, order) => {
      isSteered = true;
      const reply = await fetch(`${stand.sandboxUrl}/_steer/${provider}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(order),
      });
      if (!reply.ok) throw new Error(`the sandbox refused: ${await reply.text()}`);
    });
    if (isSteered) await fetch(`${stand.sandboxUrl}/_steer/reset`, { method: "POST" });
  },

  atEnd: async ({}, use) => {
    const works: (() => unknown)[] = [];
    await use((work) => works.push(work));
    const failures: unknown[] = [];
    for (const work of works.toReversed())
      try {
        await work();
      } catch (error) {
        failures.push(error); // the others free what later tests need
      }
    if (failures.length > 0) throw failures[0];
  },
});

/** For a file that kills the product, reads its log or takes its providers down: it gets one of its own. */
export const testApart = test.extend<object, { stand: Stand }>({
  stand: [
    async ({}, use) => {
      const stand = await startStand();
      try {
        await use(stand);
      } finally {
        await stand.stop();
      }
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
