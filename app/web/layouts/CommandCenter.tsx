// The command palette and the list of shortcuts, over whatever page is open.
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useMembership } from "#features/auth/web/session/session.ts";
import { CommandPalette } from "#platform/web/palette/CommandPalette.tsx";
import { ShortcutsDialog } from "#platform/web/palette/ShortcutsDialog.tsx";
import type { Command } from "#platform/web/palette/find-commands.ts";
import { closePalette, recentCommands, rememberCommand } from "#platform/web/palette/palette-view.ts";
import { commandsNow } from "../commands.ts";
import { useRecordCommands } from "../record-commands.ts";

interface CommandCenterProps {
  readonly view: "palette" | "shortcuts";
}

export function CommandCenter({ view }: CommandCenterProps) {
  const navigate = useNavigate();
  const membership = useMembership();
  const goTo = useCallback((path: string) => void navigate({ to: path }), [navigate]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- what a person may do changes with their membership
  const commands = useMemo(() => commandsNow(goTo), [goTo, membership]);
  return view === "shortcuts" ? (
    <ShortcutsDialog commands={commands} onClose={closePalette} />
  ) : (
    <Palette commands={commands} goTo={goTo} />
  );
}

interface PaletteProps {
  readonly commands: readonly Command[];
  readonly goTo: (path: string) => void;
}

function Palette({ commands, goTo }: PaletteProps) {
  const [term, setTerm] = useState("");
  const records = useRecordCommands(goTo, term);
  const [recent] = useState(recentCommands);
  const all = useMemo(() => [...commands, ...records.commands], [commands, records.commands]);

  function run(command: Command): void {
    rememberCommand(command.id);
    closePalette(); // first: the focus goes back, from where the command may take it on
    command.run();
  }

  return (
    <CommandPalette
      commands={all}
      recent={recent}
      note={records.note}
      onSearch={setTerm}
      onRun={run}
      onClose={closePalette}
    />
  );
}
