// Owns what the command palette offers a person beside their borrowers: pages and acts, as far as they may.
import { createBorrower } from "#features/borrowers/contract.ts";
import { activeMembership, isConfirmed, readSession } from "#features/identity/web/session/session.ts";
import { admits } from "#kit/contract/who.ts";
import type { Command } from "#kit/web/palette/command.ts";
import { openShortcuts } from "#kit/web/palette/palette-view.ts";
import { chooseTheme, THEMES } from "#kit/web/theme.ts";
import { showToast } from "#kit/web/toasts.ts";
import { COMMAND_KEYS } from "./command-keys.ts";
import { destinationsFor } from "./destinations.ts";

type GoTo = (path: string) => void;

/** For who is logged in at this moment, or for nobody. */
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
    showToast("The link was not copied", "Copy it from the address bar.", { autohide: true, closeOnClick: true });
  }
}
