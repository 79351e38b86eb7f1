import { useState } from "react";
import { nextSort, type SortState } from "#platform/web/table/engine/engine.ts";
import { HeaderCell } from "#platform/web/table/HeaderCell.tsx";
import { Specimen } from "./Specimen.tsx";

const START: readonly [string, SortState][] = [
  ["Not sorted", "none"],
  ["First to last", "ascending"],
  ["Last to first", "descending"],
];

export function SortSamples() {
  return (
    <Specimen name="Sort icon">
      <table aria-label="Sort icons">
        <thead>
          <tr>
            {START.map(([header, direction]) => (
              <SortSample key={header} header={header} start={direction} />
            ))}
          </tr>
        </thead>
      </table>
    </Specimen>
  );
}

function SortSample({ header, start }: { readonly header: string; readonly start: SortState }) {
  const [direction, setDirection] = useState(start);
  return (
    <HeaderCell column={{ key: "id", header }} direction={direction} onSort={() => setDirection(nextSort(direction))} />
  );
}
