// Every page of app/routes.tsx with an address that leads to it.
import { root } from "../tools/settings.ts";

export interface Route {
  /** As the map of URLs writes it. */
  readonly path: string;
  /** As a browser asks for it. */
  readonly address: string;
  readonly access: "public" | "private";
  readonly layout: string;
}

/** @param id what stands for `$id` */
export async function readRoutes(id: string): Promise<Route[]> {
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
    const { pages } = (await vite.ssrLoadModule("/app/routes.tsx")) as { pages: Omit<Route, "address">[] };
    return pages.map(({ path, access, layout }) => {
      return { path, access, layout, address: path === "$" ? "/nowhere/at/all" : path.replace("$id", id) };
    });
  } finally {
    await vite.close();
  }
}
