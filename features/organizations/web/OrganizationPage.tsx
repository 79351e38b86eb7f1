// The settings of the active organization: what it is called, how it is reached, what it decides for its people.
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page, Section } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { organizationSettings } from "./data.ts";
import { LogoSettings } from "./LogoSettings.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

export function OrganizationPage() {
  const settings = useQuery(organizationSettings());
  return (
    <Page title="Organization" lead="What borrowers and colleagues read about you, and what holds for everyone here.">
      <Loaded query={settings} failed="The settings could not be loaded">
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
      </Loaded>
    </Page>
  );
}
