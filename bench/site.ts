// The built site as it runs in production, with the sample lender in it: what a browser meets that measures it.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort, startChild, untilItAnswers } from "../tools/processes.ts";
import { readableOutput, runQuietly } from "../tools/run-once.ts";
import { SAMPLE_PASSWORD } from "../seed/people.ts";
import { plainEnv, root } from "../tools/settings.ts";
import { buildProduct } from "../tools/build.ts";
import { JWT_SECRET, productionEnv, SECRETS_KEYS, startServer } from "./server-process.ts";

/** The provider's bot check, whatever its query. Nothing answers there, so a page load that must not fail for it is answered here. */
export const CAPTCHA_URL = `${productionEnv(0, { folder: "" })["RECAPTCHA_JS_URL"]}*`;

export interface Site {
  readonly url: string;
  /** Signs in as a user who may open every page. Returns the token. */
  logIn(): Promise<string>;
  /** What stands for `$id` in an address: something of the lender's that its page shows. */
  readIds(token: string): Promise<(path: string) => string>;
}

/** Runs `work` on the site, built before where something changed. */
export async function withSite(work: (site: Site) => Promise<void>): Promise<void> {
  await buildProduct();
  const folder = await mkdtemp(path.join(os.tmpdir(), "keyturn-bench-site-"));
  try {
    await loadLender(folder);
    const server = await startServer({
      args: () => ["dist/server/start.js"],
      env: (port) => {
        const url = `http://127.0.0.1:${port}`;
        // Local, since only there a site may have no https; everything else as in production.
        return { ...productionEnv(port, { folder }), APP_ENV: "local", PUBLIC_URL: url, BACKEND_URL: url };
      },
      path: "/health",
    });
    try {
      await work({
        url: server.url,
        logIn: () => logIn(server.url),
        readIds: (token) => readIds(server.url, token),
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sample lender needs the sandbox, which the measured site does without; with its keys. */
async function loadLender(folder: string): Promise<void> {
  const [sandboxPort, mailPort] = [await freePort(3), await freePort(1)];
  const env = {
    ...plainEnv(),
    APP_ENV: "local",
    DATA_DIR: folder,
    SANDBOX_PORT: String(sandboxPort),
    MAIL_PORT: String(mailPort),
    JWT_SECRET,
    SECRETS_KEYS,
  };
  const lines: string[] = [];
  const args = ["sandbox/start-sandbox.ts"];
  const sandboxProviders = startChild({ name: "The sandbox", args, env, onLine: (line) => lines.push(line) });
  try {
    if (!(await untilItAnswers(sandboxProviders, `http://localhost:${sandboxPort}/`)))
      throw new Error(lines.join("\n"));
    const { code, output } = await runQuietly(["app/server/load-sample-lender.ts"], env);
    if (code !== 0) throw new Error(`the sample lender could not be loaded:\n${readableOutput(output)}`);
  } finally {
    await sandboxProviders.stop();
  }
}

async function logIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/latest/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@example.com", password: SAMPLE_PASSWORD }),
  });
  if (!reply.ok) throw new Error(`the sign-in was answered with ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { token: string }).token;
}

/** The list that holds a page's object, by the beginning of the page's address. Other pages show a borrower. */
const LISTS = {
  "/account/posts/": "/account/post",
  "/admin/posts/": "/admin/post",
  "/admin/users/": "/admin/user",
  "/admin/groups/": "/admin/group",
  "/admin/billing/statements/": "/admin/billing/get-statements",
} as const;

async function readIds(url: string, token: string): Promise<(path: string) => string> {
  const list = async <Row extends { id: string }>(path: string): Promise<Row[]> => {
    const reply = await fetch(`${url}/api/latest${path}`, { headers: { authorization: `bearer ${token}` } });
    if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}`);
    return (await reply.json()) as Row[];
  };
  const borrowers = await list<{ id: string; latestReportId: string | null }>("/account/borrower");
  const ready = borrowers.find(({ latestReportId }) => latestReportId !== null);
  const ids = new Map<string, string | undefined>();
  for (const [page, path] of Object.entries(LISTS)) ids.set(page, (await list(path))[0]?.id);
  return (path) => {
    const [, id] = [...ids].find(([page]) => path.startsWith(page)) ?? ["", ready?.id];
    if (!id) throw new Error(`the sample lender has nothing to show at ${path}`);
    return id;
  };
}

export interface Route {
  /** As the map of URLs writes it. */
  readonly path: string;
  /** As a browser asks for it. */
  readonly address: string;
  readonly access: "public" | "private";
  readonly layout: string;
}

/**
 * Every page of app/web/routes.tsx with an address that leads to it.
 * @param idOf what stands for `$id` in a path
 */
export async function readRoutes(idOf: (path: string) => string): Promise<Route[]> {
  const addressOf = (path: string) => {
    if (path === "$") return "/nowhere/at/all";
    return path.includes("$id") ? path.replace("$id", idOf(path)) : path;
  };
  // The map is TSX, which Node does not read: Vite does, and leaves out the pages themselves.
  const { createServer } = await import("vite");
  const vite = await createServer({
    root,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { pages } = (await vite.ssrLoadModule("/app/web/routes.tsx")) as { pages: Omit<Route, "address">[] };
    return pages.map(({ path, access, layout }) => {
      return { path, access, layout, address: addressOf(path) };
    });
  } finally {
    await vite.close();
  }
}
