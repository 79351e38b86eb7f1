// Owns how a group is seen: its color as a dot, and its name.
import type { GroupChoice } from "#features/groups/contract.ts";
import styles from "./Groups.module.css";

export function GroupName({ name, color }: Pick<GroupChoice, "name" | "color">) {
  return (
    <span className={styles.name}>
      <span className={styles.dot} data-color={color} aria-hidden="true" />
      {name}
    </span>
  );
}
