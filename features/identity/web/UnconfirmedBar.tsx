// Owns the bar over every page of a person whose address is not confirmed yet.
import { useUser } from "./session/session.ts";
import { ResendConfirmation } from "./ResendConfirmation.tsx";
import styles from "./UnconfirmedBar.module.css";

export function UnconfirmedBar() {
  const user = useUser();
  return (
    <section className={styles.bar} aria-label="Confirm your address">
      <p>
        Confirm your email to create borrowers and connect banks: open the link that we mailed to{" "}
        <strong>{user?.email}</strong>.
      </p>
      <ResendConfirmation />
    </section>
  );
}
