// Owns how one tells that a part of the site did not load, in every browser's words.
import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";

/** A part of the site that did not come: its release is gone, or the network is. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super("PART_MISSING", { cause });
    this.name = "MissingPart";
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
        throw new MissingPart(error);
      }),
    name,
  );
}

/** Chromium's, Firefox's and Safari's words, and those of Vite for a style sheet. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export function isMissingPart(error: unknown): boolean {
  return error instanceof MissingPart || (error instanceof Error && MISSING.test(error.message));
}
