import type { Command } from "./command.ts";

export interface CommandGroup {
  readonly name: string;
  readonly commands: readonly Command[];
}

export interface IndexedCommand {
  readonly command: Command;
  readonly label: string;
  readonly text: string;
}

export const RECENT = "Recent";
const MOST = 50; // more is not read but searched on

/** The commands with their text as it is compared; made once, searched at every key. */
export function indexCommands(commands: readonly Command[]): IndexedCommand[] {
  return commands.map((command) => {
    const label = plain(command.label);
    return { command, label, text: `${label} ${plain(command.words ?? "")}` };
  });
}

/** @param recent ids, the last used first */
export function findCommands(
  index: readonly IndexedCommand[],
  term: string,
  recent: readonly string[],
): CommandGroup[] {
  const words = plain(term).split(/\s+/).filter(Boolean);
  const place = new Map(recent.map((id, at) => [id, at]));
  const found = index
    .filter(({ command, text }) =>
      words.length === 0 ? !command.isOnlyFound || place.has(command.id) : words.every((word) => text.includes(word)),
    )
    .map((entry) => ({ ...entry, place: place.get(entry.command.id) ?? Infinity, rank: rankOf(entry, words) }))
    .sort((one, other) => compare(one.place, other.place) || one.rank - other.rank);
  const groups = Map.groupBy(found.slice(0, MOST), ({ command, place }) => (place < Infinity ? RECENT : command.group));
  return [...groups].map(([name, entries]) => ({ name, commands: entries.map(({ command }) => command) }));
}

/** The nearer to the start of the label, the better. */
function rankOf({ label }: IndexedCommand, [first]: readonly string[]): number {
  if (first === undefined || label.startsWith(first)) return 0;
  if (label.includes(` ${first}`)) return 1;
  return label.includes(first) ? 2 : 3;
}

/** Infinity is not less than itself, nor is their difference a number. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Without case and accents: "nguyen" finds Nguyễn. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
