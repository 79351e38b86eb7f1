// Owns the link that a borrower was mailed: its token leaves the address before anything is loaded, and waits for this tab's
// visitor to press a button. Also part of what every page loads first, so nothing hangs on it.

const KEY = "borrowerLink";
const PAGE = /^\/borrower\/([^/]+)\/?$/;

/** Called before anything else that the page sends. */
export function takeMailedLink(): void {
  const { pathname, searchParams } = new URL(window.location.href);
  const id = PAGE.exec(pathname)?.[1];
  const token = searchParams.get("t");
  if (id === undefined || token === null) return;
  store(`${id} ${token}`);
  window.history.replaceState(window.history.state, "", pathname);
}

let held: string | null = null;

/** The token for this borrower's visit, as long as nobody has used it. */
export function mailedToken(id: string): string | null {
  const [of, token] = (held ?? stored())?.split(" ") ?? [];
  return of === id && token !== undefined && token !== "" ? token : null;
}

export function forgetMailedLink(): void {
  held = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

function store(link: string): void {
  held = link;
  try {
    sessionStorage.setItem(KEY, link);
  } catch {
    // Without storage the link lives until the page is loaded anew.
  }
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
