// On the page, not in a dialog: the bank's own challenge has to appear on top.
import { useState } from "react";
import { MESSAGES } from "#features/billing/messages.ts";
import { formatMoney } from "#platform/money/money.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { CardField, useCard } from "../card/CardField.tsx";
import { CardRefusal } from "../card/card-widget.ts";
import { useUpdateCard } from "./changes.ts";
import styles from "./SubscriptionPanel.module.css";

interface UpdateCardProps {
  /** Cents that are charged to the card when it is saved; 0: nothing. */
  readonly owed: number;
  readonly onClose: () => void;
}

export function UpdateCard({ owed, onClose }: UpdateCardProps) {
  const user = useUser();
  const card = useCard();
  const update = useUpdateCard();
  const [isBusy, setBusy] = useState(false);
  if (user === null) return null; // on the way to the sign-in page
  const holder = { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email };

  function save(): void {
    const widget = card.take();
    if (widget === null || isBusy) return;
    setBusy(true);
    update.mutate(
      { card: widget, holder },
      {
        onSuccess({ isSettled }) {
          const isPaid = owed > 0 && isSettled;
          const words = isPaid ? `${formatMoney(owed)} was charged to the new card.` : "It will be used from now on.";
          showToast("Card updated", words, { autohide: true });
          onClose();
        },
        onError(error) {
          if (error instanceof CardRefusal) card.refuse(error);
        },
        onSettled: () => setBusy(false),
      },
    );
  }

  return (
    <Section title="Update card">
      <div className={styles.update}>
        <CardField isWanted isDisabled={isBusy} {...card.props} />
        {update.error !== null && !(update.error instanceof CardRefusal) && !isBusy && (
          <Alert tone="stop">{explain(update.error, MESSAGES.updateCard)}</Alert>
        )}
        <div className={styles.buttons}>
          <Button variant="primary" isBusy={isBusy} onClick={save}>
            Save card
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Section>
  );
}
