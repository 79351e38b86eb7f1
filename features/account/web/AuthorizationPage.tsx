import { useQuery } from "@tanstack/react-query";
import { ownDevices, signInMethods } from "#features/auth/web/api.ts";
import { ownPasskeys } from "#features/auth/web/passkeys/api.ts";
import { Passkeys } from "#features/auth/web/passkeys/Passkeys.tsx";
import { ReauthenticateDialog } from "#features/auth/web/reauthentication/ReauthenticateDialog.tsx";
import { ChangePassword } from "#features/auth/web/settings/ChangePassword.tsx";
import { Devices } from "#features/auth/web/settings/Devices.tsx";
import { SecondFactor } from "#features/auth/web/settings/SecondFactor.tsx";
import { Connections } from "#features/auth/web/social/Connections.tsx";
import { ownConnections } from "#features/auth/web/social/api.ts";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import styles from "./Settings.module.css";

const TITLE = "Authorization";
const LEAD = "Sign-in methods and the devices you're logged in on.";

export function AuthorizationPage() {
  const methods = useQuery(signInMethods());
  const reads = [methods, useQuery(ownPasskeys()), useQuery(ownConnections()), useQuery(ownDevices())];
  // All parts are shown together, because a part that appears later would push down those below it. A part that failed
  // counts as loaded: it shows its own error and a way to retry.
  if (reads.some(({ isFetched }) => !isFetched))
    return (
      <Page title={TITLE} lead={LEAD}>
        <div className={styles.awaited}>
          <Skeleton lines={9} />
        </div>
      </Page>
    );
  return (
    <Page title={TITLE} lead={LEAD}>
      <div className={styles.sections}>
        <Section title="Password">
          <QueryBoundary query={methods} failed="We couldn't load your sign-in settings">
            {({ hasPassword }) => <ChangePassword hasPassword={hasPassword} />}
          </QueryBoundary>
        </Section>
        <Section title="Passkeys">
          <Passkeys />
        </Section>
        <Section title="Two-factor authentication">
          <QueryBoundary query={methods} failed="We couldn't load your sign-in settings">
            {({ secondFactor }) => <SecondFactor secondFactor={secondFactor} />}
          </QueryBoundary>
        </Section>
        <Section title="Social connections">
          <Connections />
        </Section>
        <Section title="Devices">
          <Devices />
        </Section>
      </div>
      <ReauthenticateDialog />
    </Page>
  );
}
