// How one gets in, and where one is logged in: password, providers, second factor, devices.
import { useQuery } from "@tanstack/react-query";
import { ownDevices, signInMethods } from "#features/identity/web/data.ts";
import { ReauthenticateDialog } from "#features/identity/web/proof/ReauthenticateDialog.tsx";
import { ChangePassword } from "#features/identity/web/settings/ChangePassword.tsx";
import { Devices } from "#features/identity/web/settings/Devices.tsx";
import { SecondFactor } from "#features/identity/web/settings/SecondFactor.tsx";
import { Connections } from "#features/social/web/Connections.tsx";
import { ownConnections } from "#features/social/web/data.ts";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page, Section } from "#kit/web/parts/Page.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import styles from "./Settings.module.css";

const TITLE = "Authorization";
const LEAD = "How you get in, and where you are logged in.";

export function AuthorizationPage() {
  const methods = useQuery(signInMethods());
  const reads = [methods, useQuery(ownConnections()), useQuery(ownDevices())];
  // Shown together, or each part that came later would push down those below it. One that failed counts as come: its part
  // says so, and asks again by itself.
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
          <Loaded query={methods} failed="How you get in could not be loaded">
            {({ hasPassword }) => <ChangePassword hasPassword={hasPassword} />}
          </Loaded>
        </Section>
        <Section title="Second factor">
          <Loaded query={methods} failed="How you get in could not be loaded">
            {({ secondFactor }) => <SecondFactor secondFactor={secondFactor} />}
          </Loaded>
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
