// Which version of the product runs, as its server says; below it, outside of prod, the gallery of shared pieces.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { request } from "#kit/web/http/client.ts";
import { currentConfig } from "#kit/web/config.ts";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { Prose } from "./Prose.tsx";

const Gallery = lazy(() => import("./gallery/Gallery.tsx").then((file) => ({ default: file.Gallery })));

async function readVersion(): Promise<string> {
  const reply = await request({ method: "GET", url: "assets/version" });
  return reply.text();
}

interface VersionPageProps {
  /** Pieces of the layouts for the gallery. */
  readonly layoutSamples?: ReactNode;
}

export function VersionPage({ layoutSamples }: VersionPageProps) {
  const version = useQuery({ queryKey: ["version"], queryFn: readVersion });
  return (
    <>
      <Prose title="Version">
        <PageCard size="medium">
          <Loaded query={version} failed="The version could not be read" skeleton={<Skeleton lines={1} />}>
            {(text) => (
              <p className="numbers" data-testid="app-version">
                {text}
              </p>
            )}
          </Loaded>
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
