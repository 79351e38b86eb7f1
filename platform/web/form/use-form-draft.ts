// Passwords, codes and card fields never leave the form.
import { useEffect, type RefObject } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { widgetTexts } from "#platform/text/widget-texts.ts";
import { showToast } from "../parts/ToastArea.tsx";
import { areDraftsHeld, areFormsClosing, formKey, restoreDraft, watchDraft } from "./form-drafts.ts";

const SECRET = [
  "[type=password]",
  "[type=file]",
  "[autocomplete*=password]",
  "[autocomplete~=one-time-code]",
  "[autocomplete^=cc-]",
].join();

/** @param name identifies the form on its page; @param isSent its input is already on the way to the server */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  element: RefObject<HTMLFormElement | null>,
  isSent: RefObject<boolean>,
): void {
  useEffect(() => {
    const key = formKey(name);
    const fields = element.current;
    const wereHeld = areDraftsHeld();
    const draft = restoreDraft(key);
    for (const [field, value] of Object.entries(draft ?? {}))
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true }); // as it was read
    if (wereHeld && draft !== null) {
      const { draftTitle, draftText } = widgetTexts();
      showToast(draftTitle, draftText, { autohide: true, delay: 10_000, closeOnClick: true });
    }
    return watchDraft(key, () => (isSent.current && !areFormsClosing() ? null : writtenIn(form, fields)));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the form, its place and its name stay while it is on show
  }, []);
}

function writtenIn<Values extends FieldValues>(form: UseFormReturn<Values>, fields: HTMLFormElement | null) {
  const controls = fields?.querySelectorAll<HTMLInputElement>(SECRET) ?? [];
  const secret = new Set([...controls].map(({ name }) => name.split(".", 1)[0]));
  const before: FieldValues = form.formState.defaultValues ?? {};
  const changed = Object.entries(form.getValues()).filter(
    ([field, value]) => !secret.has(field) && JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}
