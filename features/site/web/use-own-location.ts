// Owns where a page stands: the router's location is that of the page a person is on their way to, already.
import { useLocation, useMatch } from "@tanstack/react-router";
import { useState } from "react";

/** The address, and what was sent along, by which this very page was reached. */
export function useOwnLocation() {
  const path = useMatch({ strict: false, select: ({ pathname }) => plain(pathname) });
  const current = useLocation();
  const [own, setOwn] = useState(current);
  if (current === own || plain(current.pathname) !== path) return own;
  setOwn(current);
  return current;
}

/** Without the escapes, which a match and a location write each in their own way. */
function plain(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
