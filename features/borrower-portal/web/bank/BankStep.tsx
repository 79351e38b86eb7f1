import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { createLinkToken, exchangePublicToken, type PersonIdentity } from "#features/asset-reports/contract.ts";
import { IdentityForm } from "#features/asset-reports/web/IdentityForm.tsx";
import { loadPlaidLink, openPlaidLink } from "#features/asset-reports/web/plaid-link.ts";
import { isUnknownPerson } from "#features/asset-reports/web/api.ts";
import { ConsentWords } from "../consent/ConsentStep.tsx";
import { connectRefusal } from "../refusals.ts";
import { openTasks, partsOf } from "../portal-parts.ts";
import { keyOf } from "../api.ts";
import { sendWithSession } from "../portal-client.ts";
import { useTexts } from "../language.ts";
import styles from "../BorrowerPortal.module.css";
import type { BankItem } from "#features/borrowers/contract.ts";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";

const HEALTH: Readonly<
  Record<BankItem["status"], { readonly tone: Tone; readonly word: "works" | "expiring" | "broken" }>
> = {
  ok: { tone: "green", word: "works" },
  expiring: { tone: "amber", word: "expiring" },
  login_required: { tone: "amber", word: "broken" },
};

interface SharedBanksProps {
  readonly banks: readonly BankItem[];
  readonly isBusy: boolean;
  readonly onRepair: (itemId: string) => void;
}

function SharedBanks({ banks, isBusy, onRepair }: SharedBanksProps) {
  const TEXTS = useTexts().pages.connect;
  return (
    <ul role="list" className={styles.banks}>
      {banks.map(({ id, institutionName, status, accounts }) => (
        <li key={id} className={styles.bank}>
          <div className={styles.top}>
            <span className={styles.name}>{institutionName}</span>
            <StatusPill tone={HEALTH[status].tone}>{TEXTS[HEALTH[status].word]}</StatusPill>
          </div>
          <ul role="list" className={styles.accounts}>
            {accounts.map(({ name, mask }, at) => (
              <li key={`${at} ${mask}`}>{TEXTS.account(name, mask)}</li>
            ))}
          </ul>
          {status !== "ok" && (
            <div className={styles.repair}>
              <p>{TEXTS.repairText(institutionName)}</p>
              <Button variant="primary" size="large" isBusy={isBusy} onClick={() => onRepair(id)}>
                {TEXTS.repair(institutionName)}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

interface BankStepProps {
  readonly session: BorrowerSession;
  readonly token: string;
}

export function BankStep({ session, token }: BankStepProps) {
  const { pages } = useTexts();
  const TEXTS = pages.connect;
  const { banks, borrowerId, consent } = session;
  const connect = useConnectInSession(token);
  const hasBank = banks.length > 0;
  // What is connected or repaired once the person has said who they are.
  const [unknown, setUnknown] = useState<ConnectWhat | null>(null);
  const refusal = connect.error && !isUnknownPerson(connect.error) && connectRefusal(connect.error);

  function send(what: ConnectWhat): void {
    connect.mutate(what, {
      onError: (error) => isUnknownPerson(error) && setUnknown(what),
      onSuccess: () => setUnknown(null),
    });
  }
  const open = (itemId?: string) => send({ borrowerId, ...(itemId !== undefined && { itemId }) });

  return (
    <>
      <Done session={session} />
      <section className={styles.card} aria-labelledby="connect">
        <h2 id="connect">{hasBank ? TEXTS.listTitle : TEXTS.title}</h2>
        {hasBank && <SharedBanks banks={banks} isBusy={connect.isPending} onRepair={open} />}
        <p>{hasBank ? TEXTS.anotherText : TEXTS.text}</p>
        {refusal && (
          <Alert tone="stop" title={refusal.title}>
            {refusal.text}
          </Alert>
        )}
        {unknown && (
          <section aria-labelledby="identity">
            <h3 id="identity">{TEXTS.identity.title}</h3>
            <IdentityForm
              texts={TEXTS.identity}
              isOwn
              isBusy={connect.isPending}
              onSubmit={(identity) => send({ ...unknown, identity })}
            />
          </section>
        )}
        <div className={styles.big}>
          {!unknown && (
            <Button
              variant={hasBank ? "secondary" : "primary"}
              size="large"
              isBusy={connect.isPending}
              onClick={() => open()}
            >
              {hasBank ? TEXTS.another : TEXTS.button}
            </Button>
          )}
          {connect.isPending && (
            <p role="status" className={styles.quiet}>
              {TEXTS.waiting}
            </p>
          )}
        </div>
        {consent && (
          <details className={styles.quiet}>
            <summary>{pages.whatYouAgreedTo(formatDate(consent.at))}</summary>
            <p>{pages.version(consent.version)}</p>
            <ConsentWords session={session} version={consent.version} />
          </details>
        )}
      </section>
    </>
  );
}

function Done({ session }: Pick<BankStepProps, "session">) {
  const { pages } = useTexts();
  const questions = openTasks(session).length;
  if (!partsOf(session).hasConnected) return null;
  return questions === 0 ? (
    <Alert tone="ok" title={pages.done.title}>
      {session.isReportReady ? pages.done.text(session.lender.name) : pages.done.waiting(session.lender.name)}
    </Alert>
  ) : (
    <Alert tone="info" title={pages.done.openTitle(questions)}>
      {pages.done.openText(session.lender.name)}
    </Alert>
  );
}

interface ConnectWhat {
  readonly borrowerId: string;
  /** The connection to repair; absent: a new one. */
  readonly itemId?: string;
  readonly identity?: PersonIdentity;
}

/**
 * Opens the bank dialog and stores the connection; `false` if the visitor left the dialog. Like the officer's
 * `useConnectBank`.
 */
function useConnectInSession(token: string) {
  const cache = useQueryClient();
  return useMutation<boolean, Error, ConnectWhat>({
    async mutationFn(what) {
      const [{ linkToken }] = await Promise.all([sendWithSession(createLinkToken, what), loadPlaidLink()]);
      const shared = await openPlaidLink(linkToken);
      if (shared === null) return false;
      await sendWithSession(exchangePublicToken, { borrowerId: what.borrowerId, ...shared });
      return true;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(token) }),
  });
}
