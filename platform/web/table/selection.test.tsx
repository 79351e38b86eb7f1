import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import fc from "fast-check";
import { asInert, toCsv } from "#platform/contract/csv.ts";
import { Button } from "../parts/Button.tsx";
import { bodyRows, boxes, button, people, showPeople } from "./test-people.tsx";
import { toTabs } from "./SelectionBar.tsx";

const checked = () => boxes().flatMap((box, at) => (box.checked ? [at] : []));
const selectAll = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all rows" });
const count = () => screen.queryByRole("group", { name: "Selection" })?.querySelector("p")?.textContent ?? null;

describe("selected rows", () => {
  test("stay selected from page to page, in any order and with any search", async () => {
    await showPeople(people(30), { selection: {} });
    expect(count()).toBeNull();
    await userEvent.click(boxes()[1]!); // ten a page
    expect(count()).toBe("1 selected");
    await userEvent.click(button("Next page"));
    expect(checked()).toEqual([]);
    await userEvent.click(boxes()[0]!);
    await userEvent.click(button("Previous page"));
    expect(checked()).toEqual([1]);
    await userEvent.click(button("Amount"));
    await userEvent.type(screen.getByRole("searchbox"), "person 10");
    expect(checked()).toEqual([0]);
    expect(count()).toBe("2 selected");
    await userEvent.click(button("Clear selection"));
    expect(checked()).toEqual([]);
    expect(document.activeElement).toBe(selectAll());
  });

  test("may be selected from the start", async () => {
    const rows = people(3).map((person, at) => ({ ...person, selected: at === 1 }));
    await showPeople(rows, { selection: {} });
    expect(checked()).toEqual([1]);
    await userEvent.click(boxes()[1]!); // three rows
    expect(checked()).toEqual([]);
  });

  test("are all that is found, on every page, by the header's box", async () => {
    await showPeople(people(30), { selection: {}, path: "/people?status=closed" });
    await userEvent.click(selectAll());
    expect(count()).toBe("15 selected");
    expect(selectAll().checked).toBe(true);
    await userEvent.click(boxes()[0]!);
    expect([selectAll().checked, selectAll().indeterminate]).toEqual([false, true]);
    await userEvent.click(button("New"));
    await userEvent.click(button("Closed"));
    await userEvent.click(selectAll());
    expect(count()).toBe("29 selected");
    await userEvent.click(selectAll());
    expect(count()).toBe("14 selected");
  });

  test("are chosen by space, and as a range by a click with shift", async () => {
    const { router } = await showPeople(people(8), { selection: {} });
    screen.getByRole("link", { name: "Person 1" }).focus();
    await userEvent.keyboard(" ");
    expect(checked()).toEqual([1]);
    const user = userEvent.setup();
    await user.keyboard("{Shift>}");
    await user.click(boxes()[4]!); // eight rows
    expect(checked()).toEqual([1, 2, 3, 4]);
    await user.click(bodyRows()[6]!.querySelectorAll("td")[2]!); // four cells
    await user.keyboard("{/Shift}");
    expect(checked()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(router.state.location.pathname).toBe("/people");
  });

  test("are reached box by box with arrows, and by a click beside the box", async () => {
    await showPeople(people(3), { selection: {} });
    boxes()[0]!.focus(); // three rows
    await userEvent.keyboard("{ArrowDown} ");
    await userEvent.click(bodyRows()[2]!.querySelector("td")!); // the cell of the box
    expect(checked()).toEqual([1, 2]);
  });

  test("are passed to the page's actions, and count only while they exist", async () => {
    const deleted = vi.fn();
    const rows = people(3);
    await showPeople(rows, {
      selection: {
        actions: (chosen, clear) => (
          <Button
            onClick={() => {
              deleted(chosen);
              clear();
            }}
          >
            Delete selected
          </Button>
        ),
      },
    });
    await userEvent.click(boxes()[2]!); // three rows
    await userEvent.click(button("Delete selected"));
    expect(deleted).toHaveBeenCalledWith([rows[2]]);
    expect(count()).toBeNull();
  });
});

describe("the selection as text", () => {
  test("is copied by tabs, in the order and columns seen", async () => {
    const user = userEvent.setup();
    await showPeople(people(3), { selection: {}, path: "/people?sort=cents&direction=descending" });
    await user.click(selectAll());
    await user.click(button("Copy"));
    expect(await navigator.clipboard.readText()).toBe(
      "Name\tAmount\tState\nPerson 1\t7.00\tclosed\nPerson 2\t3.00\tnew\nPerson 0\t0.00\tnew",
    );
    expect(count()).toBe("3 selectedCopied");
  });

  test("that may not be copied says what to do instead", async () => {
    const user = userEvent.setup();
    await showPeople(people(3), { selection: {} });
    await user.click(selectAll());
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
    await user.click(button("Copy"));
    vi.restoreAllMocks();
    await waitFor(() => expect(count()).toContain("Download the CSV instead"));
  });

  test("is saved as a file named after the table", async () => {
    const saved: { blob: Blob; name: string }[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved.push({ blob: blob as Blob, name: "" });
      return "blob:file";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved[0]!.name = this.download; // made the line before
    });
    await showPeople([{ ...people(1)[0]!, name: "=1+1" }], { selection: {} });
    await userEvent.click(selectAll());
    await userEvent.click(button("Download CSV"));
    vi.restoreAllMocks();
    expect(saved[0]?.name).toBe("people.csv");
    expect(await saved[0]?.blob.text()).toContain("'=1+1,0.00,new\r\n");
  });
});

describe("SelectionBar", () => {
  const someCell = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[=+\-@\t\r\n ",'0-9a]{0,8}$/),
    fc.constantFrom("-1,250.00", "+3", "−$5.00", "=cmd|' /C calc'!A0", "＝1"),
  );
  const someLines = fc.array(fc.array(someCell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

  describe("a cell", () => {
    test.each([
      "=1+1",
      "+SUM(A1)",
      "-A1",
      "@x",
      "\tx",
      "\rx",
      "\nx",
      " =1",
      "＝1",
      "-",
      "-1-1",
      "1e9=".replace("1e9", ""),
    ])("%j is made inert", (cell) => {
      expect(asInert(cell)).toBe(`'${cell}`);
    });

    test.each(["", "Ann", "-1.50", "+3", "-1,250.00", "12", "−$5.00", "a=b"])("%j stays as it is", (cell) => {
      expect(asInert(cell)).toBe(cell);
    });
  });

  describe("CSV", () => {
    test("reads back as the cells it was made from, made inert", () => {
      fc.assert(
        fc.property(someLines, (lines) => {
          const text = toCsv(lines);
          expect(text.startsWith("\ufeff")).toBe(true);
          expect(readCsv(text.slice(1))).toEqual(lines.map((cells) => cells.map(asInert)));
        }),
      );
    });

    test("ends lines in CRLF and doubles quotes", () => {
      expect(
        toCsv([
          ["a", 'b "c"'],
          ["1,5", "x\ny"],
        ]),
      ).toBe('\ufeffa,"b ""c"""\r\n"1,5","x\ny"\r\n');
    });
  });

  test("text by tabs has a line a row and a tab between two cells, whatever they hold", () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        const rows = toTabs(lines).split("\n");
        expect(rows.map((row) => row.split("\t").length)).toEqual(lines.map((cells) => cells.length));
        expect(rows.flatMap((row) => row.split("\t")).filter((cell) => /^[=@]/.test(cell))).toEqual([]);
      }),
    );
  });

  /** A reader as RFC 4180 has it. */
  function readCsv(text: string): string[][] {
    const lines: string[][] = [];
    let cells: string[] = [];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
      cells.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
      if (end === ",") continue;
      lines.push(cells);
      cells = [];
    }
    return lines;
  }
});
