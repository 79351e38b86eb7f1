// `window.app` as support uses it in a running page.
import type { Page, Request } from "@playwright/test";

export interface Answer {
  status: number;
  body?: unknown;
  message?: string;
}

interface Asked {
  headers?: Record<string, string>;
  body?: unknown;
}

type Row = Readonly<Record<string, unknown>>;

interface Console {
  http(method: string, url: string, asked: Asked): Promise<{ status: number; body: unknown }>;
  toasts: { show(header: string, body: string, options?: Row): string };
  overlay: { show(overlay: { message: string; spinner?: boolean; template?: string }): void; hide(): void };
  confirm(texts?: Record<string, string>): Promise<boolean>;
  log: Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", (text: string) => void>;
  safe(value: unknown, type: string): string;
  table: {
    pageSizeFor(rowCount: number): number;
    nextSort(direction: string): string;
    sort(rows: readonly Row[], column: string, direction: string): Row[];
    search(rows: readonly Row[], term: string, keys: readonly string[]): Row[];
    filter(rows: readonly Row[], filters: { values?: Row; ranges?: Row }): Row[];
  };
  user(): Record<string, unknown> | null;
  isConfirmed(): boolean;
  hasRole(name: string): boolean;
  config(): Record<string, unknown>;
}

/** The result of a call by the page's own client. A refusal is returned, not thrown. */
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

/** Runs in the page, so the function can use only its arguments. */
export async function consoleOf<T, Given = undefined>(
  page: Page,
  question: (app: Console, given: Given) => T,
  given?: Given,
): Promise<T> {
  await untilOpen(page);
  return page.evaluate(`(${String(question)})(window.app, ${JSON.stringify(given)})`);
}

/** The page has read its configuration by then, and opens it before it shows anything. */
export async function untilOpen(page: Page): Promise<void> {
  await page.waitForFunction(() => "app" in window);
}

/** Answers every API call to `path` with this, and records what was sent. */
export async function answerWith(page: Page, path: string, status: number, body: unknown): Promise<Request[]> {
  const sent: Request[] = [];
  await page.route(`**${path}`, (route) => {
    sent.push(route.request());
    return route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
  });
  return sent;
}
