import { Link } from "@tanstack/react-router";
import { ReauthenticateDialog } from "#features/auth/web/reauthentication/ReauthenticateDialog.tsx";
import { useUser } from "#features/auth/web/session/session.ts";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { EraseAccount } from "./EraseAccount.tsx";
import { ExportData } from "./ExportData.tsx";
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
