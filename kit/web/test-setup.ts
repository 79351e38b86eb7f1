// Owns what every browser test starts from: an empty document and empty storage.
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

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
