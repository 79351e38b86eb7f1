// The made-up rows that all pages show, the same at every run; and what is asked of them.

export interface BenchRow {
  readonly id: string;
  readonly name: string;
  readonly loanNumber: string;
  readonly email: string;
  readonly status: string;
  readonly amount: string;
  readonly cents: number;
}

export const COLUMNS = [
  { key: "name", header: "Name" },
  { key: "loanNumber", header: "Loan number" },
  { key: "email", header: "Email" },
  { key: "status", header: "Status" },
  { key: "amount", header: "Amount" },
] as const;
export const SEARCHED = ["name", "loanNumber", "email"] as const;
export const STATUSES = ["new", "invited", "bank-connected", "report-ready", "closed"];

const FIRST = "Ada Ben Cora Dana Éva Finn Gina Hugo Ida Jon Kim Łukasz Mia Nora Omar Pia Quinn Rosa Sam Tess".split(
  " ",
);
const SYLLABLES = "ba del fir gan hol jen kar lim mor nis ost pre qui rau sel tor und vel wic zan".split(" ");

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export function rowsOf(count: number): BenchRow[] {
  const draw = drawer(7);
  return Array.from({ length: count }, (_, at) => {
    const first = draw(FIRST);
    const last = draw(SYLLABLES) + draw(SYLLABLES) + draw(SYLLABLES);
    const cents = ((at + 1) * 7919) % 90_000_000;
    return {
      id: `row-${at}`,
      name: `${first} ${last[0]?.toUpperCase()}${last.slice(1)}`,
      loanNumber: `LN-${String(at + 1).padStart(6, "0")}`,
      email: `${first}.${last}@example.net`.toLowerCase(),
      status: draw(STATUSES),
      amount: dollars.format(cents / 100),
      cents,
    };
  });
}

// Park and Miller's generator: enough for names, and the same on every machine.
function drawer(seed: number): (from: readonly string[]) => string {
  let state = seed;
  return (from) => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length] ?? "";
  };
}

export interface Asked {
  readonly term?: string;
  readonly status?: string;
  readonly leastCents?: number;
  /** By name. */
  readonly sort?: "ascending" | "descending";
}

/** How people sort words: the order that all pages have to show. */
export const words = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

/** The bare limit: one loop over the rows, and one sort of what it found. */
export function bareFind(rows: readonly BenchRow[], { term = "", status, leastCents, sort }: Asked): BenchRow[] {
  const wanted = term.toLowerCase();
  const found: BenchRow[] = [];
  for (const row of rows) {
    if (status !== undefined && row.status !== status) continue;
    if (leastCents !== undefined && row.cents < leastCents) continue;
    if (wanted !== "" && !SEARCHED.some((key) => row[key].toLowerCase().includes(wanted))) continue;
    found.push(row);
  }
  if (sort === undefined) return found;
  const sign = sort === "ascending" ? 1 : -1;
  return found.sort((one, other) => sign * words.compare(one.name, other.name));
}
