// Owns an account's name where there is little room: the name is cut, the digits that tell it apart are not.
import { accountName } from "#features/readings/words.ts";
import type { ReportAccount } from "#features/readings/contract.ts";
import styles from "./AccountLabel.module.css";

interface AccountLabelProps {
  readonly account: Pick<ReportAccount, "name" | "mask">;
}

export function AccountLabel({ account }: AccountLabelProps) {
  const whole = accountName(account);
  return (
    <span className={styles.account} title={whole}>
      <span className={styles.name}>{account.name}</span>
      <span className={styles.mask}>{whole.slice(account.name.length)}</span>
    </span>
  );
}
