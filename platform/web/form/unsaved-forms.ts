import { createContext, use, useEffect, useRef, useState } from "react";
import { confirm } from "../confirm.ts";

/** Of each form on show in a dialog: whether something in it is unsaved. */
type UnsavedForms = Set<() => boolean>;

export const UnsavedForms = createContext<UnsavedForms | null>(null);

/** Registers this part's unsaved input with the dialog around it, if there is one. */
export function useUnsavedPart(hasUnsaved: () => boolean): void {
  const forms = use(UnsavedForms);
  const now = useRef(hasUnsaved);
  useEffect(() => {
    now.current = hasUnsaved;
  });
  useEffect(() => {
    const ask = () => now.current();
    forms?.add(ask);
    return () => void forms?.delete(ask);
  }, [forms]);
}

/** For a dialog: `forms` go to the context around its content; `close` asks before it closes over what is unsaved. */
export function useAskBeforeClosing(onClose: () => void) {
  const [forms] = useState<UnsavedForms>(() => new Set());

  async function ask(): Promise<void> {
    const isLeft = await confirm({
      title: "Discard changes?",
      text: "You have unsaved changes.",
      cancel: "Keep editing",
      confirm: "Close",
    });
    if (isLeft) onClose();
  }

  function close(): void {
    if ([...forms].some((hasUnsaved) => hasUnsaved())) void ask();
    else onClose();
  }

  return { forms, close };
}
