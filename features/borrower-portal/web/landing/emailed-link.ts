// The token leaves the address bar before anything else loads. This module is in the first bundle of every page, so it
// imports nothing.

const KEY = "borrowerLink";
/** A borrower's page, and that of a gift's donor. */
const PAGE = /^\/(?:borrower|gift-letter)\/([^/]+)\/?$/;

/** Called before the page sends anything else. */
export function takeEmailedLink(): void {
  const { pathname, searchParams } = new URL(window.location.href);
  const id = PAGE.exec(pathname)?.[1];
  const token = searchParams.get("t");
  if (id === undefined || token === null) return;
  store(`${id} ${token}`);
  window.history.replaceState(window.history.state, "", pathname);
}

let held: string | null = null;

/** The token of the link to this page, until it is used. */
export function mailedToken(id: string): string | null {
  const [of, token] = (held ?? stored())?.split(" ") ?? [];
  return of === id && token !== undefined && token !== "" ? token : null;
}

export function forgetMailedLink(): void {
  held = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing was stored.
  }
}

function store(link: string): void {
  held = link;
  try {
    sessionStorage.setItem(KEY, link);
  } catch {
    // Without storage the link lasts until the page is reloaded.
  }
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
