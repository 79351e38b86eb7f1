import { useLocation, useMatch } from "@tanstack/react-router";
import { useState } from "react";

/** The URL and the navigation state that opened this page. */
export function useOwnLocation() {
  const path = useMatch({ strict: false, select: ({ pathname }) => plain(pathname) });
  const current = useLocation();
  const [own, setOwn] = useState(current);
  if (current === own || plain(current.pathname) !== path) return own;
  setOwn(current);
  return current;
}

/** Without escapes, which a match and a location encode differently. */
function plain(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
