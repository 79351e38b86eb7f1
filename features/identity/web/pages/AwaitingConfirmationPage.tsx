// Between registering and the confirm link: where to look, and how to get the mail again.
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { registeredEmail } from "./awaited-email.ts";
import styles from "./Notice.module.css";
import { ResendConfirmation } from "../ResendConfirmation.tsx";
import { useUser } from "../session/session.ts";

export function AwaitingConfirmationPage() {
  const user = useUser();
  const email = registeredEmail() ?? user?.email;

  return (
    <AuthPage title="Check your mail">
      <div className={styles.notice}>
        <p>
          We have sent a link to {email ? <strong>{email}</strong> : "your address"}. Open it within 24 hours to confirm
          that the address is yours.
        </p>
        <p className={styles.aside}>Nothing there after a few minutes? Look among the unwanted mail.</p>
        {user ? (
          <ResendConfirmation />
        ) : (
          <>
            <p className={styles.aside}>You can log in before; there the mail can be sent again.</p>
            <LinkButton to="/auth/login">Log In</LinkButton>
          </>
        )}
      </div>
    </AuthPage>
  );
}
