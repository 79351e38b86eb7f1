// npm run dev: as npm start, with reload. Vite serves the pages on PORT; the API restarts on change on PORT + 1 behind it.
import { createServer } from "vite";
import { hindrances, runLocalStack, welcome } from "./local-stack.ts";
import { readSettings, root, type Settings } from "./settings.ts";

async function dev(): Promise<number> {
  const settings = readSettings(process.env);
  const apiPort = settings.port + 1;
  const api = { variable: "PORT", port: apiPort, what: "the API (PORT + 1)", other: settings.port + 100 };
  const reasons = await hindrances(settings, [api]);
  if (reasons.length > 0) {
    for (const reason of reasons) console.error(reason);
    return 1;
  }
  return runLocalStack({
    settings,
    product: {
      args: ["--watch", "--watch-preserve-output", "app/server/start.ts"],
      env: { PORT: String(apiPort), PUBLIC_URL: settings.publicUrl },
      port: apiPort,
    },
    onReady: async (seconds) => {
      const close = await openPages(settings, apiPort);
      welcome(settings, seconds);
      return close;
    },
  });
}

/** What the product itself serves on the pages' origin goes on to it, live updates included. */
async function openPages({ port }: Settings, apiPort: number): Promise<() => Promise<void>> {
  const target = `http://localhost:${apiPort}`;
  const server = await createServer({
    root,
    logLevel: "warn",
    server: {
      port,
      strictPort: true,
      proxy: {
        "/api": { target, ws: true },
        "/assets/config.json": target,
        "/assets/version": target,
        "/assets/schemas": target,
        "/health": target,
        "/robots.txt": target,
        "/sitemap.xml": target,
        "/site.webmanifest": target,
        "/.well-known": target,
        "/live": { target, ws: true },
      },
    },
  });
  await server.listen();
  return () => server.close();
}

try {
  process.exitCode = await dev();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// The watcher and Vite keep handles that would outlive the stop.
process.exit();
