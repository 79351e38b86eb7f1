// Owns what every browser test starts from: an empty document and empty storage.
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library does this by itself only where Vitest's functions are globals.
afterEach(() => {
  cleanup();
  localStorage.clear();
});
