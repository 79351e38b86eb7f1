import { useEffect } from "react";
import { log } from "#platform/web/log.ts";
import { ErrorView, useOwnLocation } from "./ErrorView.tsx";
import { ERROR_TEXTS } from "./error-texts.ts";

export function NotFoundPage() {
  const { pathname } = useOwnLocation();
  useEffect(() => log.warn(`Unknown route: ${pathname}`), [pathname]);
  const text = ERROR_TEXTS.get("404")!; // The map contains every error page.
  return <ErrorView code="404" {...text} />;
}
