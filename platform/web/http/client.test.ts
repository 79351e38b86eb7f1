import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { call } from "#platform/contract/call.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { paged } from "#platform/contract/paging.ts";
import { answerHttp } from "../test-http.ts";
import { sendWhole } from "./client.ts";
import { fileNameIn } from "./download.ts";
import { ApiError } from "./api-error.ts";
import { explain } from "./explain.ts";
import { makeQueryClient } from "./query.ts";

describe("client", () => {
  const listThings = call({
    method: "GET",
    path: "/thing",
    summary: "List things",
    who: "signed-in",
    query: paged({ sortable: ["name"], columns: ["name"] }),
    reply: z.array(z.object({ id: z.string() })),
  });

  /** Serves so many things, a page at a time. */
  function serve(count: number) {
    const all = Array.from({ length: count }, (_, at) => ({ id: `${at}` }));
    const asked: string[] = [];
    answerHttp({
      "GET /thing": (_request, query) => {
        asked.push(query.toString());
        const start = query.has("after") ? Number(query.get("after")) + 1 : 0;
        return all.slice(start, start + Number(query.get("limit") ?? PAGE_ROWS));
      },
    });
    return { all, asked };
  }

  test.each([0, 1, PAGE_ROWS - 1, PAGE_ROWS, PAGE_ROWS + 1, 3 * PAGE_ROWS])("%s rows are read whole", async (count) => {
    const { all, asked } = serve(count);
    expect(await sendWhole(listThings, {})).toEqual(all);
    expect(asked).toHaveLength(Math.floor(count / PAGE_ROWS) + 1);
  });

  test("a list of fewer rows than a long one is read whole, a long one is not", async () => {
    const { all } = serve(LIST_ROWS - 1);
    expect(await sendWhole(listThings, {})).toEqual(all);
    serve(LIST_ROWS);
    expect(await sendWhole(listThings, {})).toBeNull();
  });

  test("whether a list is long is asked after its first page, if that is full", async () => {
    const { asked } = serve(LIST_ROWS);
    const isLong = vi.fn(() => Promise.resolve(true));
    expect(await sendWhole(listThings, {}, { isLong })).toBeNull();
    expect(asked).toHaveLength(1);
    serve(PAGE_ROWS - 1);
    expect(await sendWhole(listThings, {}, { isLong })).toHaveLength(PAGE_ROWS - 1);
    expect(isLong).toHaveBeenCalledOnce();
    isLong.mockResolvedValue(false);
    serve(PAGE_ROWS + 1);
    expect(await sendWhole(listThings, {}, { isLong })).toHaveLength(PAGE_ROWS + 1);
  });

  test("a list whose last row is gone before the next page is read again from its start", async () => {
    const { all } = serve(PAGE_ROWS + 1);
    const rest = all.filter(({ id }) => id !== `${PAGE_ROWS - 1}`);
    const asked: (string | null)[] = [];
    const errors = [{ field: "after", code: "INVALID_VALUE" }];
    answerHttp({
      "GET /thing": (_request, query) => {
        asked.push(query.get("after"));
        if (asked.length === 1) return all.slice(0, PAGE_ROWS);
        if (query.get("after") === `${PAGE_ROWS - 1}`)
          return Response.json({ message: "VALIDATION_ERROR", errors }, { status: 400 });
        return query.has("after") ? [] : rest;
      },
    });
    expect(await sendWhole(listThings, {})).toEqual(rest);
    expect(asked).toEqual([null, `${PAGE_ROWS - 1}`, null, `${PAGE_ROWS}`]);
  });

  test("other parameters go with each page", async () => {
    const { asked } = serve(PAGE_ROWS + 1);
    await sendWhole(listThings, { sort: "name" });
    expect(asked).toEqual(["sort=name", `after=${PAGE_ROWS - 1}&sort=name`]);
  });
});

describe("download", () => {
  test.each([
    ['attachment; filename="asset-report-Lee-2026-11-20.pdf"', "asset-report-Lee-2026-11-20.pdf"],
    ["attachment; filename=\"x.pdf\"; filename*=UTF-8''asset-report-%C5%81ukasz.pdf", "asset-report-Łukasz.pdf"],
    ["inline", null],
    [null, null],
  ])("%j names %j", (disposition, name) => {
    expect(fileNameIn(disposition)).toBe(name);
  });
});

describe("explain", () => {
  test.each([
    [40, "40 seconds"],
    [900, "15 minutes"],
    [14_400, "4 hours"],
    [86_400, "24 hours"],
  ])("a lock of %i seconds says how long to wait", (retryAfter, wait) => {
    expect(explain(new ApiError(401, "ACCOUNT_LOCKED", { retryAfter }))).toContain(`Try again in ${wait}`);
  });

  test("a lock of years says how to end it, not how long to wait", () => {
    const message = explain(new ApiError(401, "ACCOUNT_LOCKED", { retryAfter: 3_126_981_600 }));
    expect(message).toBe("Your account is locked. Reset your password to unlock it.");
  });

  test("a lock without an end says 15 minutes", () => {
    expect(explain(new ApiError(401, "ACCOUNT_LOCKED"))).toContain("Try again in 15 minutes");
  });
});

describe("query", () => {
  afterEach(() => onlineManager.setOnline(true));

  test("without a network a change fails at once with a message, and is not sent later", async () => {
    onlineManager.setOnline(false);
    const save = vi.fn(() => Promise.reject(new ApiError(0, "NETWORK")));
    const change = new MutationObserver<void, Error>(makeQueryClient(), { mutationFn: save });
    const error = await change.mutate().catch((refused: unknown) => refused);
    expect(explain(error as ApiError)).toMatch(/^We can't reach the server\./);
    onlineManager.setOnline(true);
    await Promise.resolve();
    expect(save).toHaveBeenCalledOnce();
  });
});
