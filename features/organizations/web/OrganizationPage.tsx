import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { PageCard } from "#platform/web/parts/PageCard.tsx";
import { organizationSettings } from "./data.ts";
import { LogoSettings } from "./LogoSettings.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

export function OrganizationPage() {
  const settings = useQuery(organizationSettings());
  return (
    <Page title="Organization" lead="What borrowers and colleagues see, and the policies for everyone.">
      <QueryBoundary query={settings} failed="We couldn't load the settings">
        {(data) => (
          <>
            <PageCard size="large">
              <SettingsForm key={data.id} settings={data} onStale={() => void settings.refetch()} />
            </PageCard>
            <Section title="Logo">
              <LogoSettings name={data.name} url={data.logoURL} />
            </Section>
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}
