import type { GroupChoice } from "#features/organizations/contract.ts";
import styles from "./Groups.module.css";

export function GroupName({ name, color }: Pick<GroupChoice, "name" | "color">) {
  return (
    <span className={styles.name}>
      <span className={styles.dot} data-color={color} aria-hidden="true" />
      {name}
    </span>
  );
}
