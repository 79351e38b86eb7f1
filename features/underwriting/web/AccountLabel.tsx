import { accountName } from "#features/underwriting/labels.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import styles from "./FindingsList.module.css";

interface AccountLabelProps {
  readonly account: Pick<ReportAccount, "name" | "mask">;
}

export function AccountLabel({ account }: AccountLabelProps) {
  const whole = accountName(account);
  return (
    <span className={styles.accountLabel} title={whole}>
      <span className={styles.name}>{account.name}</span>
      <span className={styles.mask}>{whole.slice(account.name.length)}</span>
    </span>
  );
}
