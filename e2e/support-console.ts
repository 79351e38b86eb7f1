// `window.app` as support uses it in a running page.
import type { Page, Request } from "playwright-core";

export interface Answer {
  status: number;
  body?: unknown;
  message?: string;
}

interface Asked {
  headers?: Record<string, string>;
  body?: unknown;
}

interface Console {
  http(method: string, url: string, asked: Asked): Promise<{ status: number; body: unknown }>;
  user(): Record<string, unknown> | null;
  isConfirmed(): boolean;
  hasRole(name: string): boolean;
  config(): Record<string, unknown>;
}

/** What the page's own client makes of a call; a refusal is told, not thrown. */
export async function ask(page: Page, method: string, url: string, asked: Asked = {}): Promise<Answer> {
  await untilOpen(page);
  return page.evaluate(
    async ([how, where, what]) => {
      const { app } = window as unknown as { app: Console };
      try {
        return await app.http(how, where, what);
      } catch (error) {
        const { status, message } = error as { status: number; message: string };
        return { status, message };
      }
    },
    [method, url, asked] as const,
  );
}

export async function consoleOf<T>(page: Page, question: (app: Console) => T): Promise<T> {
  await untilOpen(page);
  return page.evaluate(`(${String(question)})(window.app)`);
}

/** The page has read its configuration by then, and opens it before it shows anything. */
async function untilOpen(page: Page): Promise<void> {
  await page.waitForFunction(() => "app" in window);
}

/** Answers every call to `path` under the API with this, and keeps what was sent. */
export async function answerWith(page: Page, path: string, status: number, body: unknown): Promise<Request[]> {
  const sent: Request[] = [];
  await page.route(`**${path}`, (route) => {
    sent.push(route.request());
    return route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
  });
  return sent;
}
