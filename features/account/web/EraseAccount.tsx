import { codeOf } from "#platform/web/http/api-error.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useEraseAccount, useReadsOpenPlan } from "./data.ts";
import styles from "./Settings.module.css";

const END_OF_PLAN =
  " If no one else in your organization can manage billing, its plan ends immediately. Past payments aren't refunded.";

export function EraseAccount() {
  const erase = useEraseAccount();
  const hasOpenPlan = useReadsOpenPlan();

  async function eraseForGood(): Promise<void> {
    const isSure = await confirm({
      title: "Delete your account?",
      text: `Your profile, sessions and sign-in methods are deleted now. Loan files and the audit log stay with your organization, with a random ID in place of your name. This can't be undone.${(await hasOpenPlan()) ? END_OF_PLAN : ""}`,
      confirm: "Delete my account",
      tone: "danger",
    });
    if (isSure) erase.mutate({});
  }

  return (
    <div className={styles.part}>
      <p className={styles.description}>
        Deletes your profile and sign-in methods permanently. Borrowers, reports and the audit log stay with your
        organization, with a random ID in place of your name.
      </p>
      {erase.error && <Alert tone="stop">{errorMessage(erase.error)}</Alert>}
      <div>
        <Button isBusy={erase.isPending} onClick={() => void eraseForGood()}>
          Delete your account
        </Button>
      </div>
    </div>
  );
}

function errorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "LAST_ADMIN":
      return "You're the only admin of an organization. Make a colleague an admin first, then delete your account.";
    case "BORROWERS_OPEN":
      return "You're the only member of an organization with open borrowers. Close them first, then delete your account.";
    default:
      return explain(error);
  }
}
