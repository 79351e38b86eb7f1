// Owns the bank's dialog for tests: opened with what, and what it calls back.
import { vi } from "vitest";
import { loadConfig } from "#kit/web/config.ts";

const CONFIG = { environment: "local", scripts: { plaidLink: "http://link.test/dialog.js" } };
type Callbacks = Record<"onSuccess" | "onExit", (...facts: unknown[]) => void> & { token: string };
export const opened = { create: vi.fn<(callbacks: Callbacks) => object>() };

/** The provider's script: what it leaves on the window, and that it has come. */
export async function withDialog(): Promise<void> {
  await loadConfig(() => Promise.resolve(Response.json(CONFIG)));
  opened.create.mockReset().mockImplementation(() => ({ open: vi.fn(), destroy: vi.fn() }));
  Object.assign(window, { Plaid: opened });
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    (script as HTMLScriptElement).dispatchEvent(new Event("load"));
  });
}
