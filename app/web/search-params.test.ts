import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test.each(["?a=1&b=2", "?page=01", "?q=true&empty=", ""])("%j stays unchanged", (query) => {
  expect(stringifySearch(parseSearch(query))).toBe(query);
});
