import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect } from "react";
import type { Router } from "./router.tsx";

interface SiteTreeProps {
  readonly router: Router;
  readonly cache: QueryClient;
  /** Called once when the prerendered page is hydrated. */
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
