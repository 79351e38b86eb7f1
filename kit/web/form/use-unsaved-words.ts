// Owns the question asked when a page with unsaved words is left.
import { useBlocker } from "@tanstack/react-router";
import { confirm } from "../confirm.ts";
import { areWordsStored } from "./kept-words.ts";
import { useUnsavedPart } from "./unsaved-forms.ts";

/** Asks before leaving, the page or the dialog around it, while `hasUnsaved()`; on closing the tab the browser asks in its own words. */
export function useUnsavedWords(hasUnsaved: () => boolean): void {
  useUnsavedPart(hasUnsaved);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasUnsaved() || current.pathname === next.pathname) return false;
      const leave = await confirm({
        title: "Leave without saving?",
        text: "What you have entered here will be lost.",
        cancel: "Keep editing",
        confirm: "Leave",
      });
      return !leave;
    },
    enableBeforeUnload: () => hasUnsaved() && !areWordsStored(),
  });
}
