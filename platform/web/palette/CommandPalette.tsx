import Search from "lucide-react/icons/search";
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from "react";
import { formatCount } from "#platform/text/text.ts";
import { useModal } from "../parts/Dialog.tsx";
import { findCommands, indexCommands, type Command, type CommandGroup } from "./find-commands.ts";
import { Keys } from "./ShortcutsDialog.tsx";
import styles from "./CommandPalette.module.css";

const LABEL = "Search or jump to";

interface CommandPaletteProps {
  readonly commands: readonly Command[];
  /** Ids, the last used first. */
  readonly recent: readonly string[];
  /** What is typed, for commands that are found elsewhere. */
  readonly onSearch?: (term: string) => void;
  /** What else is to be known: some are still being read, or could not be. */
  readonly note?: string | undefined;
  readonly onRun: (command: Command) => void;
  readonly onClose: () => void;
}

export function CommandPalette({ commands, recent, note, onSearch, onRun, onClose }: CommandPaletteProps) {
  const dialog = useModal();
  const id = useId();
  const [term, setTerm] = useState("");
  const [wanted, setWanted] = useState(0);
  const index = useMemo(() => indexCommands(commands), [commands]);
  const groups = useMemo(() => findCommands(index, term, recent), [index, term, recent]);
  const found = groups.flatMap((group) => group.commands);
  const at = Math.min(wanted, found.length - 1);
  const current = found[at];
  const listId = `${id}-list`;
  const currentId = current && optionId(id, current);

  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || current === undefined) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + found.length, Home: 0, End: found.length - 1 }[event.key];
    if (next !== undefined) setWanted(next % found.length);
    else if (event.key === "Enter") onRun(current);
    else return;
    event.preventDefault();
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside the palette closes it; by keyboard Escape does
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={LABEL}
      onCancel={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.field}>
        <Search aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={LABEL}
          aria-autocomplete="list"
          aria-expanded={current !== undefined}
          aria-controls={current && listId}
          aria-activedescendant={currentId}
          placeholder="Search or jump to…"
          autoComplete="off"
          spellCheck={false}
          value={term}
          onChange={(event) => {
            setTerm(event.target.value);
            onSearch?.(event.target.value);
            setWanted(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {current && <FoundCommands id={id} listId={listId} groups={groups} current={current} onRun={onRun} />}
      <div role="status">
        {(note !== undefined || !current) && <p className={styles.note}>{note ?? "No results. Try other words."}</p>}
        <p className="visually-hidden">{formatCount(found.length, "result")}</p>
      </div>
      <p className={styles.ways} aria-hidden="true">
        <span>
          <Keys keys="↑" />
          <Keys keys="↓" /> to move
        </span>
        <span>
          <Keys keys="Enter" /> to open
        </span>
        <span>
          <Keys keys="Esc" /> to close
        </span>
      </p>
    </dialog>
  );
}

interface FoundCommandsProps {
  /** What the ids of groups and options begin with. */
  readonly id: string;
  readonly listId: string;
  readonly groups: readonly CommandGroup[];
  readonly current: Command;
  readonly onRun: (command: Command) => void;
}

/** A token, as ids have to be: a command's own id may hold spaces. */
function optionId(id: string, command: Command): string {
  return `${id}-${encodeURIComponent(command.id)}`;
}

function FoundCommands({ id, listId, groups, current, onRun }: FoundCommandsProps) {
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
