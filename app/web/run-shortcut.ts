import type { AnyRouter } from "@tanstack/react-router";
import { commandsNow } from "./commands.ts";

export function runShortcut(keys: string, router: AnyRouter): void {
  const goTo = (path: string) => void router.navigate({ to: path });
  commandsNow(goTo)
    .find((command) => command.keys === keys)
    ?.run();
}
