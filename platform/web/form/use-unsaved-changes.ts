import { useBlocker } from "@tanstack/react-router";
import { confirm } from "../confirm.ts";
import { areWordsStored } from "./form-drafts.ts";
import { useUnsavedPart } from "./unsaved-forms.ts";

/** Asks before leaving, the page or the dialog around it, while `hasUnsaved()`; on closing the tab the browser asks in its own words. */
export function useUnsavedChanges(hasUnsaved: () => boolean): void {
  useUnsavedPart(hasUnsaved);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasUnsaved() || current.pathname === next.pathname) return false;
      const leave = await confirm({
        title: "Discard changes?",
        text: "You have unsaved changes.",
        cancel: "Keep editing",
        confirm: "Leave",
      });
      return !leave;
    },
    enableBeforeUnload: () => hasUnsaved() && !areWordsStored(),
  });
}
