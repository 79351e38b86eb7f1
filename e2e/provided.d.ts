// What the global setup provides to every end-to-end test.
import "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of the browser's program. As root it needs --no-sandbox. */
    chromium: string;
    /** Addresses of the running product, sandbox and mailbox, and the product's folder. */
    stand: { url: string; sandboxUrl: string; mailUrl: string; dataDir: string };
  }
}
