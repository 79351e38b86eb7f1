// The version that the server reports and, outside prod, the gallery of shared components.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { request } from "#platform/web/http/client.ts";
import { currentConfig } from "#platform/web/config.ts";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { PageCard } from "#platform/web/parts/Page.tsx";
import { Prose } from "./Prose.tsx";

const Gallery = lazy(() => import("./gallery/Gallery.tsx").then((file) => ({ default: file.Gallery })));

async function readVersion(): Promise<string> {
  const reply = await request({ method: "GET", url: "assets/version" });
  return reply.text();
}

interface VersionPageProps {
  /** Layout components for the gallery. */
  readonly layoutSamples?: ReactNode;
}

export function VersionPage({ layoutSamples }: VersionPageProps) {
  const version = useQuery({ queryKey: ["version"], queryFn: readVersion });
  return (
    <>
      <Prose title="Version">
        <PageCard size="medium">
          <QueryBoundary query={version} failed="We couldn't load the version" skeleton={<Skeleton lines={1} />}>
            {(text) => (
              <p className="numbers" data-testid="app-version">
                {text}
              </p>
            )}
          </QueryBoundary>
          <p>
            <a href="/third-party-licenses.txt">Open-source licenses</a>
          </p>
        </PageCard>
      </Prose>
      {currentConfig().environment !== "prod" && (
        <Suspense>
          <Gallery layoutSamples={layoutSamples} />
        </Suspense>
      )}
    </>
  );
}
