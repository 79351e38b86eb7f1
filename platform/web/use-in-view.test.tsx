import { act, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { flushSync } from "react-dom";
import { usePart } from "./use-lazy.ts";

describe("use in view", () => {
  type Tell = (entries: readonly { isIntersecting: boolean }[]) => void;
  let tell: Tell;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.resetModules(); // whether the site is at rest is known once, and then for good
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(given: Tell) {
          tell = given;
        }
        observe = () => tell([{ isIntersecting: false }]);
        disconnect = () => undefined;
      },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function aPart() {
    const { useInView } = await import("./use-in-view.ts");
    return function Part() {
      const place = useRef<HTMLDivElement>(null);
      return <div ref={place}>{useInView(place) ? "here" : "waiting"}</div>;
    };
  }

  test("a part far away waits, and loads when it comes near", async () => {
    const Part = await aPart();
    render(<Part />);
    act(() => void vi.advanceTimersByTime(1_000));
    screen.getByText("waiting");
    act(() => tell([{ isIntersecting: true }]));
    screen.getByText("here");
    act(() => tell([{ isIntersecting: false }]));
    screen.getByText("here");
  });

  test.each([
    ["is printed", () => new Event("beforeprint")],
    ["is searched", () => new KeyboardEvent("keydown", { key: "f", metaKey: true })],
    ["is searched again", () => new KeyboardEvent("keydown", { key: "F3" })],
  ])("what is far away is there at once when the page %s", async (_how, event) => {
    const Part = await aPart();
    render(<Part />);
    screen.getByText("waiting");
    act(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "f" })));
    screen.getByText("waiting");
    act(() => void window.dispatchEvent(event()));
    screen.getByText("here");
  });

  test("once the site is idle it loads by itself, and on later pages at once", async () => {
    const Part = await aPart();
    const { unmount } = render(<Part />);
    act(() => void vi.advanceTimersByTime(10_000));
    screen.getByText("here");
    unmount();
    render(<Part />);
    screen.getByText("here");
  });

  test("a page that was left before changes nothing", async () => {
    const Part = await aPart();
    render(<Part />).unmount();
    act(() => void vi.advanceTimersByTime(10_000));
    render(<Part />);
    screen.getByText("waiting");
  });
});

describe("use lazy", () => {
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
});
