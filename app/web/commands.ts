import { createBorrower } from "#features/borrowers/contract.ts";
import { activeMembership, isConfirmed, readSession } from "#features/auth/web/session/session.ts";
import { admits } from "#platform/contract/who.ts";
import type { Command } from "#platform/web/palette/find-commands.ts";
import { openShortcuts } from "#platform/web/palette/palette-view.ts";
import { chooseTheme, THEMES } from "#platform/web/theme.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { COMMAND_KEYS } from "./command-keys.ts";
import { destinationsFor } from "./destinations.ts";

type GoTo = (path: string) => void;

/** The commands for the current user, or for a signed-out visitor. */
export function commandsNow(goTo: GoTo): Command[] {
  const user = readSession()?.user ?? null;
  const membership = activeMembership();
  const mayCreate = user !== null && isConfirmed(user) && admits(createBorrower.who, membership?.role.name ?? null);
  return [
    ...destinationsFor(user !== null, membership).map(({ label, to, words = "", keys }) => ({
      id: `page-${to}`,
      label,
      group: "Pages",
      words,
      ...(keys !== undefined && { keys }),
      run: () => goTo(to),
    })),
    ...(mayCreate
      ? [
          act("Create Borrower", () => goTo("/account/borrowers/create"), {
            keys: COMMAND_KEYS.createBorrower,
            words: "new",
          }),
        ]
      : []),
    act("Copy link to this page", () => void copyLink()),
    act("Print this page", () => void setTimeout(() => window.print())),
    ...THEMES.map((theme) =>
      act(`Change theme to ${theme}`, () => chooseTheme(theme), { words: "appearance colors mode" }),
    ),
    act("Keyboard shortcuts", openShortcuts, { words: "keys help" }),
    ...(user === null ? [] : [act("Log Out", () => goTo("/auth/logout"), { words: "sign out" })]),
  ];
}

function act(label: string, run: () => void, more: Pick<Command, "keys" | "words"> = {}): Command {
  return { id: `act-${label}`, label, group: "Actions", run, ...more };
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    showToast("Link copied", "The address of this page is on your clipboard.", { autohide: true, closeOnClick: true });
  } catch {
    // Refused, or a browser without a clipboard: the address bar has it too.
    showToast("We couldn't copy the link", "Copy it from the address bar.", { autohide: true, closeOnClick: true });
  }
}
