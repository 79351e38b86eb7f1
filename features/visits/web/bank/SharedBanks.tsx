// Owns the banks that a visitor has connected, with their accounts, and the way to repair one.
import type { BankItem } from "#features/borrowers/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { Button } from "#kit/web/parts/Button.tsx";
import { StatusPill, type Tone } from "#kit/web/parts/StatusPill.tsx";
import styles from "./SharedBanks.module.css";

const WORDS = PAGES.connect;
const HEALTH: Readonly<Record<BankItem["status"], { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: "green", word: WORDS.works },
  expiring: { tone: "amber", word: WORDS.expiring },
  login_required: { tone: "amber", word: WORDS.broken },
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
              <li key={`${at} ${mask}`}>{WORDS.account(name, mask)}</li>
            ))}
          </ul>
          {status !== "ok" && (
            <div className={styles.repair}>
              <p>{WORDS.repairText(institutionName)}</p>
              <Button variant="primary" size="large" isBusy={isBusy} onClick={() => onRepair(id)}>
                {WORDS.repair(institutionName)}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
