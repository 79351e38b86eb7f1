import { Link } from "@tanstack/react-router";
import { useMutation } from "@tanstack/react-query";
import { ReauthenticateDialog } from "#features/auth/web/reauthentication/ReauthenticateDialog.tsx";
import { useUser } from "#features/auth/web/session/session.ts";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { exportOwnData } from "#features/account/contract.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { EraseAccount } from "./EraseAccount.tsx";
import { PictureSettings } from "./PictureSettings.tsx";
import styles from "./Settings.module.css";

export function ProfilePage() {
  const user = useUser();
  if (user === null) return null; // The browser is going to the sign-in page.
  return (
    <Page title="Profile">
      <div className={styles.person}>
        <ProfilePicture userId={user.id} url={user.profilePicURL} size={96} />
        <div className={styles.words}>
          <p className={styles.name}>
            {user.firstName} {user.lastName}
          </p>
          <p className={styles.address}>{user.email}</p>
          <Link to="/account/settings/name">Change your name</Link>
        </div>
      </div>
      <div className={styles.sections}>
        <Section title="Picture">
          <PictureSettings hasPicture={user.profilePicURL !== null} />
        </Section>
        <Section title="Your data">
          <ExportData />
        </Section>
        <Section title="Delete your account">
          <EraseAccount />
        </Section>
      </div>
      <ReauthenticateDialog />
    </Page>
  );
}

function ExportData() {
  const save = useMutation({ mutationFn: () => downloadFile(exportOwnData, {}) });
  return (
    <div className={styles.part}>
      <p className={styles.description}>Download a copy of your profile, memberships, devices and activity.</p>
      <div>
        <Button isBusy={save.isPending} onClick={() => save.mutate()}>
          Download your data
        </Button>
      </div>
      {save.isPending && <ProgressBar label="Downloading your data" value={null} />}
      {save.error && <Alert tone="stop">{explain(save.error)}</Alert>}
      {save.isSuccess && <Alert tone="ok">Saved as {save.data}.</Alert>}
    </div>
  );
}
