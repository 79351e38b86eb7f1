import type { Command } from "./command.ts";
import styles from "./CommandPalette.module.css";
import type { CommandGroup } from "./find-commands.ts";
import { Keys } from "./Keys.tsx";

interface FoundCommandsProps {
  /** What the ids of groups and options begin with. */
  readonly id: string;
  readonly listId: string;
  readonly groups: readonly CommandGroup[];
  readonly current: Command;
  readonly onRun: (command: Command) => void;
}

/** A token, as ids have to be: a command's own id may hold spaces. */
export function optionId(id: string, command: Command): string {
  return `${id}-${encodeURIComponent(command.id)}`;
}

export function FoundCommands({ id, listId, groups, current, onRun }: FoundCommandsProps) {
  return (
    <div id={listId} role="listbox" aria-label="Commands" className={styles.list}>
      {groups.map(({ name, commands }, at) => (
        <div key={name} role="group" aria-labelledby={`${id}-group-${at}`}>
          <div id={`${id}-group-${at}`} role="presentation" className={styles.group}>
            {name}
          </div>
          {commands.map((command) => (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the field, which takes the keys (WAI-ARIA combobox)
            <div
              key={command.id}
              id={optionId(id, command)}
              role="option"
              aria-selected={command === current}
              className={styles.option}
              onClick={() => onRun(command)}
            >
              <span className={styles.label}>{command.label}</span>
              {command.hint !== undefined && <span className={styles.hint}>{command.hint}</span>}
              {command.keys !== undefined && <Keys keys={command.keys} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
