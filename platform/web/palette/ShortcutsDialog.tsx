import { useId, useState, Fragment } from "react";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import dialogStyles from "../parts/Dialog.module.css";
import type { Command } from "./find-commands.ts";
import { MODIFIER } from "./palette-keys.ts";
import styles from "./CommandPalette.module.css";
import { areSingleKeysOn, turnSingleKeys } from "./shortcut-keys.ts";

interface ShortcutsDialogProps {
  /** Those without keys are left out. */
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

export function ShortcutsDialog({ commands, onClose }: ShortcutsDialogProps) {
  const id = useId();
  const [isOn, setOn] = useState(areSingleKeysOn);

  function toggle(): void {
    turnSingleKeys(!isOn);
    setOn(!isOn);
  }

  const singles = [
    ...commands.flatMap(({ label, keys }) => (keys === undefined ? [] : [{ label, keys }])),
    { label: "Search this page's list", keys: "/" },
    { label: "Keyboard shortcuts", keys: "?" },
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.shortcuts}>
        <Shortcut label="Search or jump to" keys={`${MODIFIER}+K`} isOn />
        {singles.map(({ label, keys }) => (
          <Shortcut key={label} label={label} keys={keys} isOn={isOn} />
        ))}
      </dl>
      <div className={styles.switch}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-describedby={`${id}-help`}
          checked={isOn}
          onChange={toggle}
        />
        <label htmlFor={id}>Single-key shortcuts</label>
        <p id={`${id}-help`}>Turn them off if you use voice control or press keys by accident.</p>
      </div>
      <div className={dialogStyles.buttons}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

interface ShortcutProps {
  readonly label: string;
  readonly keys: string;
  readonly isOn: boolean;
}

function Shortcut({ label, keys, isOn }: ShortcutProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{isOn ? <Keys keys={keys} /> : <span className={styles.off}>off</span>}</dd>
    </div>
  );
}

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
