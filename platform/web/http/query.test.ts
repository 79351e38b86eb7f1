import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { explain } from "./explain.ts";
import { makeQueryClient } from "./query.ts";

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
