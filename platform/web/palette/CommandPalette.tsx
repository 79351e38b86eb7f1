import { Search } from "lucide-react";
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from "react";
import { useModal } from "../parts/use-modal.ts";
import type { Command } from "./command.ts";
import styles from "./CommandPalette.module.css";
import { findCommands, indexCommands } from "./find-commands.ts";
import { FoundCommands, optionId } from "./FoundCommands.tsx";
import { Keys } from "./Keys.tsx";

const LABEL = "Search or jump to";

interface CommandPaletteProps {
  readonly commands: readonly Command[];
  /** Ids, the last used first. */
  readonly recent: readonly string[];
  /** What else is to be known: some are still being read, or could not be. */
  readonly note?: string | undefined;
  readonly onRun: (command: Command) => void;
  readonly onClose: () => void;
}

export function CommandPalette({ commands, recent, note, onRun, onClose }: CommandPaletteProps) {
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
            setWanted(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {current && <FoundCommands id={id} listId={listId} groups={groups} current={current} onRun={onRun} />}
      <div role="status">
        {(note !== undefined || !current) && <p className={styles.note}>{note ?? "Nothing found. Try other words."}</p>}
        <p className="visually-hidden">{found.length === 1 ? "1 result" : `${found.length} results`}</p>
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
