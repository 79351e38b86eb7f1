import { useQuery } from "@tanstack/react-query";
import { ReauthenticateDialog } from "#features/auth/web/reauthentication/ReauthenticateDialog.tsx";
import type { SsoSettings } from "#features/single-sign-on/contract.ts";
import { Page } from "#platform/web/parts/Page.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { ssoSettings } from "./api.ts";
import { ConnectionSection } from "./ConnectionSection.tsx";
import { DomainsSection } from "./DomainsSection.tsx";
import { EnforcementSection } from "./EnforcementSection.tsx";
import { ProvisioningSection } from "./ProvisioningSection.tsx";

export function SingleSignOnPage() {
  const settings = useQuery(ssoSettings());
  return (
    <Page
      title="Single Sign-On"
      aside={settings.data && statusOf(settings.data)}
      lead="Let your colleagues log in through your company's identity provider, such as Okta or Microsoft Entra ID."
    >
      <QueryBoundary query={settings} failed="We couldn't load single sign-on">
        {(loaded) => (
          <>
            <ConnectionSection settings={loaded} />
            <DomainsSection settings={loaded} />
            <ProvisioningSection settings={loaded} />
            <EnforcementSection key={String(loaded.isEnforced)} settings={loaded} />
          </>
        )}
      </QueryBoundary>
      <ReauthenticateDialog />
    </Page>
  );
}

function statusOf({ isEnforced, connection, domains }: SsoSettings) {
  if (isEnforced) return <StatusPill tone="green">Required</StatusPill>;
  const isOn = connection !== null && domains.some(({ verifiedAt }) => verifiedAt !== null);
  return isOn ? <StatusPill tone="blue">On</StatusPill> : <StatusPill tone="grey">Off</StatusPill>;
}
