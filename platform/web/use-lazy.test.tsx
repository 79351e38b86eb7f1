import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePart } from "./use-lazy.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a preloaded part is shown at once", async () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return Promise.resolve("whole");
  };
  let want = () => {};
  function Place() {
    const [isWanted, setWanted] = useState(false);
    const part = usePart(load, isWanted);
    return (
      <button ref={() => void (want = () => setWanted(true))} type="button">
        {part.value ?? "waiting"}
      </button>
    );
  }
  render(<Place />);
  expect(loads).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(loads).toBe(1);
  screen.getByText("waiting");
  act(() => flushSync(want));
  screen.getByText("whole");
});
