// Owns the tree of elements that is the site, the same where pages are prerendered and where they live.
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { Router } from "./router.tsx";

interface SiteTreeProps {
  readonly router: Router;
  readonly cache: QueryClient;
}

export function SiteTree({ router, cache }: SiteTreeProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
