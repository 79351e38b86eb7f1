import type { BankItem } from "#features/borrowers/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/StatusPill.tsx";
import styles from "./SharedBanks.module.css";

const TEXTS = PAGES.connect;
const HEALTH: Readonly<Record<BankItem["status"], { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: "green", word: TEXTS.works },
  expiring: { tone: "amber", word: TEXTS.expiring },
  login_required: { tone: "amber", word: TEXTS.broken },
};

interface SharedBanksProps {
  readonly banks: readonly BankItem[];
  readonly isBusy: boolean;
  readonly onRepair: (itemId: string) => void;
}

export function SharedBanks({ banks, isBusy, onRepair }: SharedBanksProps) {
  return (
    <ul role="list" className={styles.banks}>
      {banks.map(({ id, institutionName, status, accounts }) => (
        <li key={id} className={styles.bank}>
          <div className={styles.top}>
            <span className={styles.name}>{institutionName}</span>
            <StatusPill tone={HEALTH[status].tone}>{HEALTH[status].word}</StatusPill>
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
