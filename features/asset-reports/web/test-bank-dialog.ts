import { vi } from "vitest";
import { loadConfig } from "#platform/web/config.ts";

const CONFIG = { environment: "local", scripts: { plaidLink: "http://link.test/dialog.js" } };
type Callbacks = Record<"onSuccess" | "onExit", (...facts: unknown[]) => void> & { token: string };
export const opened = { create: vi.fn<(callbacks: Callbacks) => object>() };

/** Acts as the provider's script: sets its global on the window and reports that it has loaded. */
export async function withDialog(): Promise<void> {
  await loadConfig(() => Promise.resolve(Response.json(CONFIG)));
  opened.create.mockReset().mockImplementation(() => ({ open: vi.fn(), destroy: vi.fn() }));
  Object.assign(window, { Plaid: opened });
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    (script as HTMLScriptElement).dispatchEvent(new Event("load"));
  });
}
