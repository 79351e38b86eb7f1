import type { BankItem } from "#features/borrowers/contract.ts";
import { kindOf } from "#features/borrowers/labels.ts";
import { StatusPill, type Tone } from "#platform/web/parts/StatusPill.tsx";
import styles from "./BankConnections.module.css";

const HEALTH: Readonly<Record<BankItem["status"], { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: "green", word: "Connected" },
  expiring: { tone: "amber", word: "Ends soon" },
  login_required: { tone: "amber", word: "Sign-in needed" },
};

interface BankConnectionsProps {
  readonly items: readonly BankItem[];
}

export function BankConnections({ items }: BankConnectionsProps) {
  if (items.length === 0) return <p className={styles.none}>No bank is connected.</p>;
  return (
    <ul role="list" className={styles.banks}>
      {items.map(({ id, institutionName, status, accounts }) => (
        <li key={id} className={styles.bank}>
          <div className={styles.top}>
            <span className={styles.name}>{institutionName}</span>
            <StatusPill tone={HEALTH[status].tone}>{HEALTH[status].word}</StatusPill>
          </div>
          <ul role="list" className={styles.accounts}>
            {accounts.map(({ name, mask, type, subtype }, at) => (
              <li key={`${at} ${mask}`}>
                <span>{name}</span>
                <span className={styles.kind}>{kindOf({ type, subtype })}</span>
                <span className="numbers">{mask === null ? "" : `•••• ${mask}`}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
