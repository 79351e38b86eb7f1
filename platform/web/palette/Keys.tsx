import { Fragment } from "react";
import styles from "./Keys.module.css";

interface KeysProps {
  /** `c`, `g b`: one after the other; `Ctrl+K`: together. */
  readonly keys: string;
}

export function Keys({ keys }: KeysProps) {
  return (
    <span className={styles.keys}>
      {keys.split(" ").map((chord, at) => (
        <Fragment key={at}>
          {at > 0 && <span className={styles.then}>then</span>}
          {chord.split("+").map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
