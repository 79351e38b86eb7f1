import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { call, ROWS_HEADER } from "#platform/contract/call.ts";
import { installHttp } from "../../http/client.ts";
import { ApiError } from "../../http/api-error.ts";
import type { HttpRequest } from "../../http/http.ts";
import { csvOf } from "../../http/save-csv.ts";
import type { RemoteQuery, RemoteRows } from "./use-remote-list.ts";
import { boxes, button, names, people, showPeople, type Person } from "../test-people.tsx";

beforeAll(() => import("./RemoteTable.tsx")); // its first load may take long on a busy machine

const listPeople = call({
  method: "GET",
  path: "/people",
  summary: "List people",
  who: "anyone",
  query: z.object({ search: z.string(), statuses: z.string(), columns: z.string() }),
  reply: z.array(z.object({})),
});

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
      renewFirst: () => undefined,
      csvOf: (columns) => csvOf(listPeople, { search: query.search, statuses: statuses.join(), columns }),
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
    await waitFor(() => expect(names()[0]).toBe("Person 4"));
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
    await waitFor(() => expect(names().slice(0, 2)).toEqual(["Person 1", "Person 3"]));
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

  /** Answers as the server does; `send` hands over the CSV part by part. */
  function aCsvServer() {
    const asked: HttpRequest[] = [];
    let parts: ReadableStreamDefaultController<Uint8Array>;
    const file = new ReadableStream<Uint8Array>({ start: (controller) => void (parts = controller) });
    installHttp((request) => {
      asked.push(request);
      const reply = new Response(file, { headers: { [ROWS_HEADER]: "4" } });
      request.signal?.addEventListener("abort", () => parts.error(request.signal?.reason));
      return Promise.resolve(reply);
    });
    const send = (text: string) => parts.enqueue(new TextEncoder().encode(text));
    return { asked, send, end: () => parts.close(), breakOff: () => parts.error(new TypeError("terminated")) };
  }

  /** The text of each file that was saved. */
  function savedFiles() {
    const blobs: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => (blobs.push(blob as Blob), "blob:rows"));
    return () => Promise.all(blobs.map((blob) => blob.text()));
  }

  async function beginDownload(props = {}) {
    const { useRemote } = aServer(50);
    await showPeople(null, { useRemote, ...props });
    await screen.findByText("1–20");
    await userEvent.click(button("Download all as CSV"));
  }

  const progress = () => screen.getByRole("progressbar", { name: "Rows downloaded" }).getAttribute("aria-valuenow");

  test("is saved whole as the server's CSV: what is found, with the columns that are seen", async () => {
    const server = aCsvServer();
    const files = savedFiles();
    await beginDownload({ serverFilters: ["status"], path: "/people?status=closed" });
    expect(server.asked.map(({ url, headers }) => [url, headers?.["accept"]])).toEqual([
      ["/people?search=&statuses=closed&columns=name%2Ccents%2Cstatus", "text/csv"],
    ]);
    server.send('Name,Amount,State\r\nAnn,1.00,closed\r\n"Lee, Bo\r\nor ""Bob""",2.00,closed\r\n');
    await screen.findByText("2 of 4 rows");
    expect(progress()).toBe("50");
    server.send("Cy,3.00,closed\r\nDi,4.00,closed\r\n");
    await screen.findByText("4 of 4 rows");
    expect(await files(), "not before it is complete").toEqual([]);
    server.end();
    await screen.findByText("4 rows downloaded.");
    expect((await files()).map((text) => text.split("\r\n").length)).toEqual([7]);
  });

  test("a download is canceled with the same button, which keeps the focus, and nothing is saved", async () => {
    const server = aCsvServer();
    const files = savedFiles();
    await beginDownload();
    server.send("Name,Amount,State\r\nAnn,1.00,closed\r\n");
    await screen.findByText("1 of 4 rows");
    expect(document.activeElement).toBe(button("Cancel download"));
    await userEvent.keyboard("{Enter}");
    await screen.findByText("Download canceled.");
    expect(document.activeElement).toBe(button("Download all as CSV"));
    expect(server.asked[0]?.signal?.aborted).toBe(true);
    expect(await files()).toEqual([]);
  });

  test("a download that breaks off saves nothing, says so, and can be tried again", async () => {
    aCsvServer().breakOff();
    const files = savedFiles();
    await beginDownload();
    await screen.findByText(/^We couldn't download all rows\. /);
    expect(await files()).toEqual([]);
    const server = aCsvServer();
    await userEvent.click(button("Try download again"));
    server.send("Name,Amount,State\r\nAnn,1.00,closed\r\n");
    server.end();
    await screen.findByText("1 row downloaded.");
    expect(await files()).toHaveLength(1);
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

  test("starts again from its first page where the row before the page was deleted", async () => {
    const { asked, useRemote } = aServer(50);
    const error = new ApiError(400, "VALIDATION_ERROR", { errors: [{ field: "after", code: "INVALID_VALUE" }] });
    const renewFirst = vi.fn();
    const useDeleted = (query: RemoteQuery) => ({
      ...useRemote(query),
      ...(query.after !== null && { error, renewFirst }),
    });
    const { router } = await showPeople(null, { useRemote: useDeleted });
    await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
    await waitFor(() => expect(asked.map(({ after }) => after)).toEqual([null, "20", null]));
    await screen.findByText("1–20");
    expect(renewFirst).toHaveBeenCalled();
    expect(router.state.location.search).toEqual({});
  });

  test("says so when a page cannot be loaded, and tries again", async () => {
    const retry = vi.fn();
    const useRemote = () => ({
      rows: undefined,
      next: null,
      isFetching: false,
      error: new Error("gone"),
      retry,
      renewFirst: () => undefined,
      csvOf: () => () => Promise.resolve(),
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
