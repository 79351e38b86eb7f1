import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useTakeBackConsent } from "../data.ts";
import styles from "../PortalSection.module.css";
import { sendTrouble } from "../error-messages.ts";

const TEXTS = PAGES.takeBack;

interface TakeBackProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly onTakenBack: () => void;
}

export function TakeBack({ session: { lender, retentionDays }, token, onTakenBack }: TakeBackProps) {
  const take = useTakeBackConsent(token);
  const trouble = take.error && sendTrouble(take.error);

  async function ask(): Promise<void> {
    const isYes = await confirm({
      title: TEXTS.askTitle,
      text: TEXTS.ask(lender.name, retentionDays),
      cancel: TEXTS.no,
      confirm: TEXTS.yes,
      tone: "danger",
    });
    if (isYes) take.mutate({}, { onSuccess: onTakenBack });
  }

  return (
    <div className={styles.big}>
      <p>
        <strong>{TEXTS.title}</strong> {TEXTS.text}
      </p>
      {trouble && (
        <Alert tone="stop" title={trouble.title}>
          {trouble.text}
        </Alert>
      )}
      <Button size="large" isBusy={take.isPending} onClick={() => void ask()}>
        {TEXTS.button}
      </Button>
    </div>
  );
}
