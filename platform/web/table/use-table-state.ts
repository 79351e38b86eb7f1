import { useNavigate, useRouter, type HistoryState } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState, useMemo, useTransition } from "react";
import { nextSort, pageSizeFor, type TableRow, type Range, type SortState } from "./engine/engine.ts";
import { keptIn, sameQuery, searchFor, type StoredTableState, type Search, type TableShape } from "./table-address.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Of a list that the server pages: the keys of its pages from the second on. */
    tablePages?: readonly string[];
  }
}

/** As far as a table reads it. */
interface Location {
  readonly search: Search;
  readonly state: HistoryState;
}

interface Place {
  readonly stored: StoredTableState;
  readonly pageKeys: readonly string[];
}

interface TableAddress extends Place {
  /** The place is another one already, and its rows are still being drawn. */
  readonly isPending: boolean;
  /** The newest place, which may be one that is still being drawn. */
  readonly newest: () => Place;
  readonly write: (place: Place) => void;
  /** As `write`, but the browser draws that the control was pressed before the rows are. */
  readonly writeInBackground: (place: Place) => void;
  /** Writes once typing has paused, or when `flush` is called. */
  readonly writeLater: (place: Place) => void;
  readonly flush: () => void;
}

const WRITE_AFTER_MS = 250; // browsers refuse an address that changes at every key

function useTableAddress<Row extends TableRow>(shape: TableShape<Row>): TableAddress {
  const router = useRouter();
  const navigate = useNavigate();
  const [place, showPlace] = useState(() => placeIn(router.state.location as Location, shape));
  const newest = useRef(place);
  const [isPending, startTransition] = useTransition();
  const path = useRef(router.state.location.pathname);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwritten = useRef<Place | null>(null);
  /** Addresses that were written and have not come back from the router yet. */
  const onItsWay = useRef<readonly string[]>([]);

  function setPlace(next: Place): void {
    newest.current = next;
    showPlace(next);
  }

  function write(next: Place): void {
    setPlace(next);
    unwritten.current = next;
    flush();
  }

  const writeInBackground = (next: Place) => startTransition(() => write(next));

  function writeLater(next: Place): void {
    setPlace(next);
    unwritten.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, WRITE_AFTER_MS);
  }

  function drop(): void {
    clearTimeout(timer.current);
    unwritten.current = null;
  }

  function flush(): void {
    const next = unwritten.current;
    drop();
    // Another page's address is not the place for it, even while that page is still on its way.
    if (next === null || router.latestLocation.pathname !== path.current) return;
    onItsWay.current = [...onItsWay.current, nameOf(next, shape)];
    void navigate({
      to: ".",
      search: (now: Search) => searchFor(next.stored, now, shape),
      state: (now) => ({ ...now, tablePages: next.pageKeys }),
      replace: true,
      resetScroll: false,
    });
  }

  const read = useEffectEvent((location: Location) => {
    const there = placeIn(location, shape);
    const at = onItsWay.current.indexOf(nameOf(there, shape));
    onItsWay.current = onItsWay.current.slice(at + 1);
    if (at !== -1) return;
    drop();
    setPlace(there);
  });
  const leave = useEffectEvent(flush);

  useEffect(() => {
    const stopReading = router.subscribe("onBeforeLoad", ({ toLocation }) => {
      if (toLocation.pathname === path.current) read(toLocation);
    });
    // The same page of another thing: the table stays, its address is new.
    const stopFollowing = router.subscribe("onResolved", ({ toLocation }) => {
      if (toLocation.pathname === path.current) return;
      path.current = toLocation.pathname;
      read(toLocation);
    });
    return () => {
      stopReading();
      stopFollowing();
      leave();
    };
  }, [router]);

  return { ...place, isPending, newest: () => newest.current, write, writeInBackground, writeLater, flush };
}

function placeIn<Row extends TableRow>({ search, state }: Location, shape: TableShape<Row>): Place {
  return { stored: keptIn(search, shape), pageKeys: state.tablePages ?? [] };
}

/** The same for a place as it is written and as it is read again. */
function nameOf<Row extends TableRow>({ stored, pageKeys }: Place, shape: TableShape<Row>): string {
  return JSON.stringify([keptIn(searchFor(stored, {}, shape), shape), pageKeys]);
}

function queryOf<Row extends TableRow>(stored: StoredTableState, shape: TableShape<Row>): Search {
  return searchFor({ ...stored, page: 1 }, {}, shape);
}

export interface TableState extends StoredTableState {
  readonly pageSize: number;
  readonly searchKeys: readonly string[];
}

interface TableStateOptions<Row extends TableRow> extends TableShape<Row> {
  readonly searchKeys: readonly string[];
  /** Of all rows; decides the page size. */
  readonly rowCount: number;
}

export type Table = ReturnType<typeof useTableState>;

export function useTableState<Row extends TableRow>({ searchKeys, rowCount, ...shape }: TableStateOptions<Row>) {
  const address = useTableAddress(shape);
  const { stored, pageKeys, isPending, newest, write, writeInBackground, writeLater, flush } = address;
  const fromFirst = (part: Partial<StoredTableState>): Place => {
    const now = newest();
    return { ...now, stored: { ...now.stored, page: 1, ...part } };
  };
  const change = (part: Partial<StoredTableState>): void => write(fromFirst(part));
  const type = (part: Partial<StoredTableState>): void => writeLater(fromFirst(part));

  const pageSize = pageSizeFor(rowCount);
  return {
    state: useMemo((): TableState => ({ ...stored, pageSize, searchKeys }), [stored, pageSize, searchKeys]),
    pageKeys,
    /** Sorted differently already, but still shown as before. */
    isPending,
    search: (searchTerm: string) => type({ searchTerm }),
    goTo: (page: number) => change({ page }),
    /** To the page that begins after this key. */
    goToKey(page: number, key: string) {
      write({ stored: { ...stored, page }, pageKeys: [...pageKeys.slice(0, page - 2), key] });
    },
    /** @param direction the one after the column's own if left out */
    sortBy(column: string, direction?: SortState) {
      const now = newest().stored;
      const sortDirection = direction ?? nextSort(column === now.sortColumn ? now.sortDirection : "none");
      writeInBackground(fromFirst({ sortColumn: sortDirection === "none" ? null : column, sortDirection }));
    },
    toggle(column: string, value: string) {
      const { values } = newest().stored;
      const now = values[column] ?? [];
      const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
      change({ values: { ...values, [column]: next } });
    },
    setRange: (column: string, range: Range) => type({ ranges: { ...newest().stored.ranges, [column]: range } }),
    clear: () => change({ searchTerm: "", values: {}, ranges: {} }),
    /** The address's query for the first page of what is shown. */
    query: queryOf(stored, shape),
    /** Whether nothing is searched for or filtered, and the order is the first one. */
    isInitial: sameQuery(queryOf(stored, shape), queryOf(keptIn({}, shape), shape)),
    /** Shows what a query asks for. */
    show: (query: Search) => change(keptIn(query, shape)),
    /** The user left the field: writes at once. */
    settle: flush,
  };
}
