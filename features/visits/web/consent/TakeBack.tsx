// Owns taking consent back: as easy as giving it, with one question that says what happens.
import type { Visit } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { confirm } from "#kit/web/confirm.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useTakeBackConsent } from "../data.ts";
import styles from "../VisitSection.module.css";
import { sendTrouble } from "../troubles.ts";

const WORDS = PAGES.takeBack;

interface TakeBackProps {
  readonly visit: Visit;
  readonly token: string;
  readonly onTakenBack: () => void;
}

export function TakeBack({ visit: { lender, retentionDays }, token, onTakenBack }: TakeBackProps) {
  const take = useTakeBackConsent(token);
  const trouble = take.error && sendTrouble(take.error);

  async function ask(): Promise<void> {
    const isYes = await confirm({
      title: WORDS.askTitle,
      text: WORDS.ask(lender.name, retentionDays),
      cancel: WORDS.no,
      confirm: WORDS.yes,
      tone: "danger",
    });
    if (isYes) take.mutate({}, { onSuccess: onTakenBack });
  }

  return (
    <div className={styles.big}>
      <p>
        <strong>{WORDS.title}</strong> {WORDS.text}
      </p>
      {trouble && (
        <Alert tone="stop" title={trouble.title}>
          {trouble.text}
        </Alert>
      )}
      <Button size="large" isBusy={take.isPending} onClick={() => void ask()}>
        {WORDS.button}
      </Button>
    </div>
  );
}
