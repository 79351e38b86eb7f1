import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { type GiftLetter, type GiftLetters, requestGiftLetter } from "#features/borrower-portal/contract.ts";
import { OFFICER_GIFTS as TEXTS } from "#features/borrower-portal/labels.ts";
import { MESSAGES } from "#features/borrower-portal/messages.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { formatMoney } from "#platform/money/money.ts";
import { confirm } from "#platform/web/confirm.ts";
import { SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { MoneyField } from "#platform/web/form/NumberField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { formatDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { giftLetters, useRequestGiftLetter, useResendGiftLetter, useRevokeGiftLetter } from "./api.ts";
import styles from "./BorrowerLinksPanel.module.css";

interface GiftLettersPanelProps {
  readonly borrower: Borrower;
}

/** Letters that donors sign, each through a link of their own. */
export function GiftLettersPanel({ borrower }: GiftLettersPanelProps) {
  const letters = useQuery(giftLetters({ id: borrower.id }));
  const [isAsking, setAsking] = useState(false);
  const disabledReason =
    useDisabledReason(requestGiftLetter) ?? (borrower.status === "closed" ? TEXTS.closed : undefined);
  return (
    <Section
      title={TEXTS.title}
      action={
        <Button size="small" disabledReason={disabledReason} onClick={() => setAsking(true)}>
          {TEXTS.ask}
        </Button>
      }
    >
      <QueryBoundary query={letters} failed={TEXTS.failed}>
        {(shown) => (
          <>
            {shown.letters.length === 0 && <p>{TEXTS.empty}</p>}
            <ul role="list" className={styles.people}>
              {shown.letters.map((letter) => (
                <Letter key={letter.id} borrowerId={borrower.id} letter={letter} disabledReason={disabledReason} />
              ))}
            </ul>
            {isAsking && (
              <Dialog title={TEXTS.askTitle} onClose={() => setAsking(false)}>
                <AskForm borrowerId={borrower.id} deposits={shown.deposits} onClose={() => setAsking(false)} />
              </Dialog>
            )}
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

interface LetterProps {
  readonly borrowerId: string;
  readonly letter: GiftLetter;
  readonly disabledReason: string | undefined;
}

function Letter({ borrowerId, letter, disabledReason }: LetterProps) {
  const { id, donorName, relationship, email, amountCents, emailedAt, signedAt, revokedAt, expiresAt } = letter;
  const resend = useResendGiftLetter(borrowerId);
  const revoke = useRevokeGiftLetter(borrowerId);
  const error = resend.error ?? revoke.error;
  const { tone, word } = stateOfLetter(letter);
  const isOpen = signedAt === null && revokedAt === null;
  const sent = () => showToast(TEXTS.sent, TEXTS.emailed(donorName, email), { autohide: true, closeOnClick: true });

  async function askRevoke(): Promise<void> {
    const isYes = await confirm({
      ...{ title: TEXTS.revokeTitle, text: TEXTS.revokeText(donorName), cancel: "Cancel" },
      ...{ confirm: TEXTS.revoke, tone: "danger" as const },
    });
    if (isYes) revoke.mutate({ id });
  }

  return (
    <li className={styles.person}>
      <div className={styles.top}>
        <span className={styles.name}>
          {donorName}, {formatMoney(amountCents)}
        </span>
        <StatusPill tone={tone}>{word}</StatusPill>
        {isOpen && (
          <>
            <Button
              size="small"
              label={`${TEXTS.resend} to ${donorName}`}
              disabledReason={disabledReason}
              isBusy={resend.isPending}
              onClick={() => resend.mutate({ id }, { onSuccess: sent })}
            >
              {TEXTS.resend}
            </Button>
            <Button
              size="small"
              variant="quiet"
              label={`${TEXTS.revoke}: ${donorName}`}
              disabledReason={disabledReason}
              isBusy={revoke.isPending}
              onClick={() => void askRevoke()}
            >
              {TEXTS.revoke}
            </Button>
          </>
        )}
      </div>
      {error && <Alert tone="stop">{explain(error, MESSAGES.gift)}</Alert>}
      <dl className={styles.facts}>
        <Fact term={TEXTS.relationship} text={relationship} />
        <Fact term={TEXTS.email} text={email} />
        {emailedAt !== null && <Fact term={TEXTS.emailedAt} text={formatDate(emailedAt, { withTime: true })} />}
        {signedAt !== null && <Fact term={TEXTS.signedAt} text={formatDate(signedAt, { withTime: true })} />}
        {isOpen && <Fact term={TEXTS.expires} text={formatDate(expiresAt)} />}
      </dl>
    </li>
  );
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function stateOfLetter({ emailedAt, signedAt, revokedAt, expiresAt }: GiftLetter): {
  readonly tone: Tone;
  readonly word: string;
} {
  if (signedAt !== null) return { tone: "green", word: TEXTS.signed };
  if (revokedAt !== null) return { tone: "hollow", word: TEXTS.revoked };
  if (Date.parse(expiresAt) <= Date.now()) return { tone: "hollow", word: TEXTS.expired };
  return emailedAt === null ? { tone: "hollow", word: TEXTS.sending } : { tone: "blue", word: TEXTS.waiting };
}

const { donorName, relationship, email, amountCents } = requestGiftLetter.body.shape;
const Asked = z.object({ donorName, relationship, email, amountCents, deposit: z.string() });
type AskedValues = z.infer<typeof Asked>;

interface AskFormProps extends Pick<GiftLetters, "deposits"> {
  readonly borrowerId: string;
  readonly onClose: () => void;
}

function AskForm({ borrowerId, deposits, onClose }: AskFormProps) {
  const request = useRequestGiftLetter();

  function submit({ deposit, ...asked }: AskedValues): void {
    const transactionId = deposit === "" ? null : deposit;
    const sent = () => {
      showToast(TEXTS.sent, TEXTS.emailed(asked.donorName, asked.email), { autohide: true, closeOnClick: true });
      onClose();
    };
    request.mutate({ id: borrowerId, transactionId, ...asked }, { onSuccess: sent });
  }

  return (
    <Form<AskedValues>
      schema={Asked}
      defaults={{ donorName: "", relationship: "", email: "", deposit: "" }}
      submit={TEXTS.send}
      loading={request.isPending}
      error={request.error}
      explainError={(error) => explain(error, MESSAGES.gift)}
      cancel={onClose}
      onSubmit={submit}
    >
      <p>{TEXTS.what}</p>
      <SelectField
        name="deposit"
        label={TEXTS.deposit}
        options={[
          { value: "", label: TEXTS.toCome },
          ...deposits.map((one) => ({
            value: one.transactionId,
            label: `${formatMoney(one.amountCents)}, ${formatDate(one.date)}, ${one.description}`,
          })),
        ]}
      />
      <AmountOfDeposit deposits={deposits} />
      <TextField
        name="donorName"
        label={TEXTS.donorName}
        autoComplete="off"
        errorTexts={{ OWN_NAME: TEXTS.ownName, INTERESTED_PARTY: TEXTS.interestedParty }}
      />
      <TextField
        name="relationship"
        label={TEXTS.relationship}
        help={TEXTS.relationshipHelp}
        autoComplete="off"
        errorTexts={{ DONOR_NOT_ACCEPTED: TEXTS.notAccepted }}
      />
      <TextField
        name="email"
        label={TEXTS.email}
        type="email"
        autoComplete="off"
        errorTexts={{ OWN_EMAIL: TEXTS.ownEmail }}
      />
    </Form>
  );
}

/** The chosen deposit is the amount, until another is entered. */
function AmountOfDeposit({ deposits }: Pick<GiftLetters, "deposits">) {
  const { setValue } = useFormContext<AskedValues>();
  const chosen: unknown = useWatch({ name: "deposit" });
  const amount = deposits.find(({ transactionId }) => transactionId === chosen)?.amountCents;
  useEffect(() => {
    if (amount !== undefined) setValue("amountCents", amount, { shouldDirty: true });
  }, [amount, setValue]);
  return <MoneyField name="amountCents" label={TEXTS.amount} />;
}
