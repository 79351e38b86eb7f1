// Which version of the product runs, as its server says.
import { useQuery } from "@tanstack/react-query";
import { request } from "#kit/web/client.ts";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { Prose } from "./Prose.tsx";

async function readVersion(): Promise<string> {
  const reply = await request({ method: "GET", url: "assets/version" });
  return reply.text();
}

export function VersionPage() {
  const version = useQuery({ queryKey: ["version"], queryFn: readVersion });
  return (
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
  );
}
