import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { endBorrowerSession } from "../session-token.ts";
import styles from "./LeaveSession.module.css";

/** In the visitor's own time zone. */
const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

export function LeaveSession({ endsAt }: { readonly endsAt: string }) {
  return (
    <p className={styles.leave}>
      {PAGES.leave.text(clock.format(new Date(endsAt)))}
      <Button variant="quiet" size="small" onClick={() => endBorrowerSession("left")}>
        {PAGES.leave.button}
      </Button>
    </p>
  );
}
