import { useUser } from "./session/session.ts";
import { ResendConfirmation } from "./ResendConfirmation.tsx";
import styles from "./UnconfirmedBar.module.css";

export function UnconfirmedBar() {
  const user = useUser();
  return (
    <section className={styles.bar} aria-label="Confirm your address">
      <p>
        Confirm your email to add borrowers and connect banks. We sent a link to <strong>{user?.email}</strong>.
      </p>
      <ResendConfirmation />
    </section>
  );
}
