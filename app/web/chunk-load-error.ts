import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";

/** A part of the site that did not come: its release is gone, or the network is. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("PART_MISSING", { cause });
    this.name = "ChunkLoadError";
  }
}

/** A page or layout in a chunk of its own. Under another name than the browser's, a failure leaves the router's own reload out. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw new ChunkLoadError(error);
      }),
    name,
  );
}

/** The messages of Chromium, Firefox and Safari, and Vite's for a style sheet. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export function isChunkLoadError(error: unknown): boolean {
  return error instanceof ChunkLoadError || (error instanceof Error && MISSING.test(error.message));
}
