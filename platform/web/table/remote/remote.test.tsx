import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { ApiError } from "../../http/api-error.ts";
import type { RemoteQuery, RemoteRows } from "./use-remote-list.ts";
import { boxes, button, names, people, showPeople, type Person } from "../test-people.tsx";

beforeAll(() => import("./RemoteTable.tsx")); // its first load may take long on a busy machine

/** A server of `count` people, twenty a page; the key of a page is the place it begins at. */
function aServer(count: number) {
  const asked: RemoteQuery[] = [];
  const all = people(count);
  function useRemote(query: RemoteQuery): RemoteRows<Person> {
    if (JSON.stringify(asked.at(-1)) !== JSON.stringify(query)) asked.push(query);
    const statuses = query.values["status"] ?? [];
    const found = all.filter(
      ({ name, status }) => name.includes(query.search) && (statuses.length === 0 || statuses.includes(status)),
    );
    const start = Number(query.after ?? 0);
    const isLast = start + 20 >= found.length;
    return {
      rows: found.slice(start, start + 20),
      next: isLast ? null : `${start + 20}`,
      isFetching: false,
      error: null,
      retry: () => undefined,
      readPage(after) {
        const begin = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
        return Promise.resolve(found.slice(begin, begin + PAGE_ROWS));
      },
    };
  }
  return { asked, useRemote };
}

describe("a list that is not read whole", () => {
  test("is read from the server page by page, by the key of the previous page", async () => {
    const { asked, useRemote } = aServer(50);
    const { router } = await showPeople(null, { useRemote });
    await screen.findByText("1–20");
    expect(asked).toEqual([{ limit: 500, after: null, search: "", sort: null, direction: "ascending", values: {} }]);
    await userEvent.click(button("Next page"));
    await userEvent.click(button("Next page"));
    expect(asked.at(-1)?.after).toBe("40");
    expect(names()).toHaveLength(10);
    expect(button("Next page")).toHaveProperty("disabled", true);
    await userEvent.click(button("Previous page"));
    expect(asked.at(-1)?.after).toBe("20");
    await waitFor(() => expect(router.state.location.state.tablePages).toEqual(["20", "40"]));
    await waitFor(() => expect(router.state.location.search).toEqual({ page: "2" }));
  });

  test("is searched and sorted there, from the first page again", async () => {
    const { asked, useRemote } = aServer(50);
    await showPeople(null, { useRemote });
    await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
    await userEvent.click(button("Amount"));
    await userEvent.click(button("Amount"));
    expect(asked.at(-1)).toMatchObject({ after: null, sort: "cents", direction: "descending" });
    await userEvent.type(screen.getByRole("searchbox"), " 4");
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ after: null, search: "4", sort: "cents" }));
    expect(names()[0]).toBe("Person 4");
    expect(screen.queryByRole("group", { name: "Status" })).toBeNull();
  });

  test("is filtered there by the filters that the server knows, and the address keeps them", async () => {
    const { asked, useRemote } = aServer(50);
    const { router } = await showPeople(null, { useRemote, serverFilters: ["status"] });
    await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
    await userEvent.click(
      within(screen.getByRole("group", { name: "Status" })).getByRole("button", { name: "Closed" }),
    );
    expect(asked.at(-1)).toMatchObject({ after: null, values: { status: ["closed"] } });
    expect(names().slice(0, 2)).toEqual(["Person 1", "Person 3"]);
    await waitFor(() => expect(router.state.location.search).toEqual({ status: "closed" }));
    expect(screen.queryByRole("textbox", { name: "Minimum amount" }), "no server filters by a range").toBeNull();
  });

  test("opens on its first page where the key of the page is not known", async () => {
    const { asked, useRemote } = aServer(50);
    await showPeople(null, { useRemote, path: "/people?page=3" });
    await screen.findByText("1–20");
    expect(asked.at(-1)?.after).toBeNull();
  });

  test("keeps what was selected on another page", async () => {
    const { useRemote } = aServer(50);
    await showPeople(null, { useRemote, selection: {} });
    await screen.findByText("1–20");
    await userEvent.click(boxes()[3]!); // twenty a page
    await userEvent.click(button("Next page"));
    expect(screen.getByText("1 selected")).toBeDefined();
    await userEvent.click(button("Previous page"));
    expect(boxes()[3]?.checked).toBe(true);
  });

  /** Saves the file while `act` runs; gives its text. */
  async function saved(act: () => Promise<void>): Promise<string> {
    const create = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:rows");
    await act();
    await waitFor(() => expect(create).toHaveBeenCalledOnce());
    const blob = create.mock.calls[0]![0] as Blob; // just said
    create.mockRestore();
    return blob.text();
  }

  test("saves every row that is found, not only those of the page", async () => {
    const { useRemote } = aServer(3 * PAGE_ROWS);
    await showPeople(null, { useRemote, serverFilters: ["status"], selection: {}, path: "/people?status=closed" });
    const text = await saved(async () =>
      userEvent.click(await screen.findByRole("button", { name: "Download all as CSV" })),
    );
    const [header, ...lines] = text.trim().split("\r\n");
    expect(header).toBe("Name,Amount,State");
    expect(lines).toHaveLength(1.5 * PAGE_ROWS);
    expect([lines[0], lines.at(-1)]).toEqual(["Person 1,7.00,closed", `Person ${3 * PAGE_ROWS - 1},10.00,closed`]);
  });

  test("saving goes on after the server had too many requests, and says why it ended otherwise", async () => {
    const { useRemote } = aServer(50);
    const failures = [new ApiError(429, "TOO_MANY_REQUESTS", { retryAfter: 0 })];
    const useFailing = (query: RemoteQuery) => {
      const answer = useRemote(query);
      const readPage: typeof answer.readPage = (after) => {
        const failure = failures.pop();
        return failure ? Promise.reject(failure) : answer.readPage(after);
      };
      return { ...answer, readPage };
    };
    await showPeople(null, { useRemote: useFailing, selection: {} });
    const download = () => userEvent.click(button("Download all as CSV"));
    await screen.findByText("1–20");
    expect((await saved(download)).trim().split("\r\n")).toHaveLength(51);
    failures.push(new ApiError(0, "NETWORK"));
    await download();
    await screen.findByText(/^We couldn't read all rows\. /);
  });

  test("waits for what is being searched for before there is a next page", async () => {
    const { asked, useRemote } = aServer(5_000);
    await showPeople(null, { useRemote });
    await screen.findByText("1–20");
    const search = screen.getByRole("searchbox");
    // In one go: a slow machine may need more time for a key press than the table waits before it searches.
    fireEvent.change(search, { target: { value: "4" } });
    expect(button("Next page").getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button("Next page"));
    await waitFor(() => expect(asked.at(-1)?.search).toBe("4"));
    expect(asked.at(-1)?.after).toBeNull();
    await userEvent.click(button("Next page"));
    expect(asked.at(-1)).toMatchObject({ search: "4", after: "20" });
  });

  test("says that it has ended, and leads back, after a full last page", async () => {
    const { asked, useRemote } = aServer(20);
    const useEndless = (query: RemoteQuery) => ({ ...useRemote(query), ...(query.after === null && { next: "20" }) });
    await showPeople(null, { useRemote: useEndless });
    await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
    screen.getByText("That was the last page");
    expect(screen.getByRole("navigation", { name: "Pagination" }).textContent).toBe("");
    await userEvent.click(button("Go back one page"));
    expect(asked.at(-1)?.after).toBeNull();
    expect(names()).toHaveLength(20);
  });

  test("says so when a page cannot be loaded, and tries again", async () => {
    const retry = vi.fn();
    const readPage = () => Promise.resolve([]);
    const useRemote = () => ({
      rows: undefined,
      next: null,
      isFetching: false,
      error: new Error("gone"),
      retry,
      readPage,
    });
    await showPeople(null, { useRemote });
    expect((await screen.findByRole("alert")).textContent).toContain("We couldn't load this page");
    await userEvent.click(button("Try again"));
    expect(retry).toHaveBeenCalledOnce();
  });

  test("is not used for a list that is read whole, whatever its length", async () => {
    const { asked, useRemote } = aServer(50);
    await showPeople(people(99), { useRemote });
    expect(names()).toHaveLength(10);
    expect(asked).toEqual([]);
  });
});
