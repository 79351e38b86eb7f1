// Owns the end of an account: what goes, what stays, and what has to be settled first.
import { codeOf } from "#kit/web/http/api-error.ts";
import { confirm } from "#kit/web/confirm.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useEraseAccount, useReadsOpenPlan } from "./data.ts";
import styles from "./Settings.module.css";

const END_OF_PLAN =
  " If nobody else in your organization can look after billing, its plan ends at once. What you have paid is not refunded.";

export function EraseAccount() {
  const erase = useEraseAccount();
  const hasOpenPlan = useReadsOpenPlan();

  async function eraseForGood(): Promise<void> {
    const isSure = await confirm({
      title: "Erase your account for good?",
      text: `Your name, address, picture, password, devices and connections are erased now. The record of what was done stays, with a random number in place of your name. Nobody can undo this.${(await hasOpenPlan()) ? END_OF_PLAN : ""}`,
      confirm: "Erase my account",
      tone: "danger",
    });
    if (isSure) erase.mutate({});
  }

  return (
    <div className={styles.part}>
      <p className={styles.told}>
        Who you are is erased for good. What your organization has to keep stays with it: borrowers, reports, and the
        record of what was done, in which a random number takes the place of your name.
      </p>
      {erase.error && <Alert tone="stop">{explainRefusal(erase.error)}</Alert>}
      <div>
        <Button isBusy={erase.isPending} onClick={() => void eraseForGood()}>
          Erase your account
        </Button>
      </div>
    </div>
  );
}

function explainRefusal(error: Error): string {
  switch (codeOf(error)) {
    case "LAST_ADMIN":
      return "An organization has no other admin than you. Make a colleague an admin first, then erase your account.";
    case "BORROWERS_OPEN":
      return "You are alone in an organization whose borrowers are still open. Close them first, then erase your account.";
    default:
      return explain(error);
  }
}
