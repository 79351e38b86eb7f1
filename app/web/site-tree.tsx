// Owns the tree of elements that is the site, the same where pages are prerendered and where they live.
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect } from "react";
import type { Router } from "./router.tsx";

interface SiteTreeProps {
  readonly router: Router;
  readonly cache: QueryClient;
  /** Told once what was served whole has come to life. */
  readonly onLive?: () => void;
}

export function SiteTree({ router, cache, onLive }: SiteTreeProps) {
  useEffect(() => onLive?.(), [onLive]);
  return (
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
