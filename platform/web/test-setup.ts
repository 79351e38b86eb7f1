import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What is awaited comes at once; a second, the default, is too short on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

// Testing Library does this by itself only where Vitest's functions are globals.
afterEach(() => {
  cleanup();
  localStorage.clear();
});

// happy-dom leaves both out, and react-hook-form then takes every list for one that was changed before it came.
Object.defineProperty(HTMLSelectElement.prototype, "size", { configurable: true, value: 0 });
Object.defineProperty(HTMLOptionElement.prototype, "defaultSelected", {
  configurable: true,
  get(this: HTMLOptionElement) {
    return this.hasAttribute("selected");
  },
});

// happy-dom has no popovers, so that a menu's actions are always there.
HTMLElement.prototype.hidePopover = () => undefined;

// happy-dom lays nothing out, so that nothing ever comes into sight: here all is.
class EverythingInSight implements Pick<IntersectionObserver, "observe" | "disconnect"> {
  readonly #tell: IntersectionObserverCallback;

  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }

  observe(target: Element): void {
    const entry = { target, isIntersecting: true, intersectionRatio: 1 } as IntersectionObserverEntry;
    this.#tell([entry], this as unknown as IntersectionObserver);
  }

  disconnect(): void {
    // there is nothing to release
  }
}
Object.assign(window, { IntersectionObserver: EverythingInSight });
