import { useEffect } from "react";

type Listener = () => void;

let current: string | null = null;
const listeners = new Set<Listener>();

function change(words: string | null): void {
  if (words === current) return;
  current = words;
  for (const listener of listeners) listener();
}

/**
 * Names the page's object in the document's title, and so in the browser's history: a number, never a person's name.
 * `null`: the title of the route.
 */
export function usePageTitle(words: string | null): void {
  useEffect(() => {
    change(words);
    return () => change(null);
  }, [words]);
}

/** What the page on screen calls itself, if it does. */
export function ownPageTitle(): string | null {
  return current;
}

export function onPageTitle(listener: Listener): void {
  listeners.add(listener);
}
