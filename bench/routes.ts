// Every page of app/web/routes.tsx with an address that leads to it.
import { root } from "../tools/settings.ts";

export interface Route {
  /** As the map of URLs writes it. */
  readonly path: string;
  /** As a browser asks for it. */
  readonly address: string;
  readonly access: "public" | "private";
  readonly layout: string;
}

/** @param idOf what stands for `$id` in a path */
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
