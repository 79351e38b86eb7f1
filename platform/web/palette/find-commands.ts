export interface CommandGroup {
  readonly name: string;
  readonly commands: readonly Command[];
}

interface IndexedCommand {
  readonly command: Command;
  readonly label: string;
  readonly text: string;
}

const RECENT = "Recent";
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

export interface Command {
  /** Stays the same from visit to visit: what was used last is remembered by it. */
  readonly id: string;
  readonly label: string;
  /** The heading that lists it. */
  readonly group: string;
  /** More search terms that find it. */
  readonly words?: string;
  /** A quiet word beside the label. */
  readonly hint?: string;
  /** The keys that do the same without the palette: `c`, or `g b` one after the other. */
  readonly keys?: string;
  /** One of very many commands: listed only in search results, or when used recently. */
  readonly isOnlyFound?: boolean;
  readonly run: () => void;
}
