// Owns the end of a visit: when it comes by itself, and how to have it now, on a computer that others use too.
import { PAGES } from "#features/visits/words/pages.ts";
import { Button } from "#kit/web/parts/Button.tsx";
import { endVisit } from "../visit-token.ts";
import styles from "./LeaveVisit.module.css";

/** As the visitor's own clock shows it. */
const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

export function LeaveVisit({ endsAt }: { readonly endsAt: string }) {
  return (
    <p className={styles.leave}>
      {PAGES.leave.text(clock.format(new Date(endsAt)))}
      <Button variant="quiet" size="small" onClick={() => endVisit("left")}>
        {PAGES.leave.button}
      </Button>
    </p>
  );
}
