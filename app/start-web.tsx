// Starts the site in the browser: configuration first, then the session, then the router and what hangs on both.
import "#kit/web/base.css";
import "#kit/web/no-eval.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { keepSession } from "#features/identity/web/keep-session.ts";
import { activeMembership, currentToken, endSession, readSession } from "#features/identity/web/session.ts";
import type { WebConfig } from "#kit/contract/web-config.ts";
import { installHttp } from "#kit/web/client.ts";
import { loadConfig } from "#kit/web/config.ts";
import { makeHttp } from "#kit/web/http.ts";
import { log, setLogThreshold } from "#kit/web/log.ts";
import { hideOverlay } from "#kit/web/overlay.ts";
import { makeQueryClient } from "#kit/web/query.ts";
import { showTheme, storedTheme } from "#kit/web/theme.ts";
import { CannotStart } from "./layouts/CannotStart.tsx";
import { followSession } from "./web/follow-session.ts";
import { keepPageHead } from "./web/page-head.ts";
import { makeRouter, type Router } from "./web/router.tsx";
import { showError } from "./web/show-error.ts";

const container = document.getElementById("root");
if (container === null) throw new Error("index.html holds no #root");
const root = createRoot(container);

function connect(config: WebConfig, router: Router): void {
  installHttp(
    makeHttp({
      ...config,
      origin: window.location.origin,
      log,
      fetch: (...request) => window.fetch(...request),
      token: currentToken,
      membershipId: () => activeMembership()?.id ?? null,
      dropToken: endSession,
      hideOverlay,
      goTo: (path, how) => showError(router, path, how),
    }),
  );
}

async function start(): Promise<void> {
  showTheme(storedTheme());
  const config = await loadConfig();
  setLogThreshold(config.environment, config.logLevel);
  readSession();
  const cache = makeQueryClient();
  const router = makeRouter();
  connect(config, router);
  keepPageHead(router, config.productName);
  followSession({ router, cache, websocketURL: config.websocketURL });
  keepSession();
  // Before anything is seen, so that whoever drives the page finds it there.
  if (config.environment !== "prod") await import("./web/support-console.ts").then((file) => file.openSupportConsole());
  root.render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

start().catch((error: unknown) => {
  log.fatal(error instanceof Error ? error.message : "The site could not start", error);
  root.render(<CannotStart />);
});
