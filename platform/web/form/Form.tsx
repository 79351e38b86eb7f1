import { useEffect, useRef, createContext, useContext, use, useState, type ReactNode } from "react";
import { FormProvider, useForm, type DefaultValues, type FieldValues, type Path } from "react-hook-form";
import type * as z from "zod/mini";
import { useBlocker } from "@tanstack/react-router";
import { ApiError } from "../http/api-error.ts";
import { explain } from "../http/explain.ts";
import { Alert } from "../parts/Alert.tsx";
import { widgetTexts } from "#platform/text/widget-texts.ts";
import { Button, LinkButton } from "../parts/Button.tsx";
import { confirm } from "../confirm.ts";
import { nextFrame } from "../next-frame.ts";
import { schemaResolver } from "./schema-resolver.ts";
import { useFormDraft } from "./use-form-draft.ts";
import { areFormsClosing, areWordsStored } from "./form-drafts.ts";
import styles from "./Form.module.css";

interface FormProps<Values extends FieldValues> {
  /** The body of the call that this form sends. */
  readonly schema: z.ZodMiniType<unknown, Values>;
  readonly defaults: DefaultValues<Values>;
  /** The verb and its object: "Create Borrower". */
  readonly submit: string;
  /** `secondary` where something else is what the page is for. */
  readonly submitVariant?: "primary" | "secondary" | "danger";
  readonly loading: boolean;
  /** What the last attempt failed with; errors by field land on their fields. */
  readonly error: Error | null;
  /** The screen's own text for an error, or `undefined` for the usual one. */
  readonly explainError?: (error: Error) => ReactNode;
  readonly onSubmit: (values: Values) => void;
  /** Create and edit pages keep their buttons in sight. */
  readonly footer?: "plain" | "sticky";
  /** Where Cancel leads, or the function that it calls. */
  readonly cancel?: { readonly to: string; readonly label?: string } | (() => void);
  /** Whether leaving with unsaved input asks first; default: yes. */
  readonly asksBeforeLeaving?: boolean;
  /** Why the form cannot be sent now. Shown above the fields, before the user fills them in, and by the button. */
  readonly disabledReason?: string | undefined;
  readonly children: ReactNode;
}

export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { schema, defaults, submit, loading, error, explainError, onSubmit } = props;
  const { footer = "plain", submitVariant = "primary", cancel, asksBeforeLeaving = true, disabledReason } = props;
  const form = useForm<Values>({ resolver: schemaResolver(schema), defaultValues: defaults, mode: "onTouched" });
  const { isDirty } = form.formState;
  const isSent = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  useUnsavedChanges(() => asksBeforeLeaving && isDirty && !isSent.current);
  useFormDraft(form, submit, element, isSent);

  useEffect(() => {
    if (error === null) return;
    isSent.current = false;
    const fieldErrors = error instanceof ApiError ? error.errors : [];
    for (const [at, { field, code }] of fieldErrors.entries())
      form.setError(field as Path<Values>, { type: code, message: code }, { shouldFocus: at === 0 });
  }, [error, form]);

  // Below a long form the error would be out of sight.
  useEffect(() => {
    if (error !== null && !loading) refusal.current?.scrollIntoView({ block: "nearest" });
  }, [error, loading]);

  // Input that was sent and not refused is saved. Later input is new.
  useEffect(() => {
    if (loading || error !== null || !isSent.current) return;
    if (isDirty) form.reset(form.getValues());
    else isSent.current = false;
  }, [loading, error, isDirty, form]);

  function send(values: Values): void {
    if (loading || disabledReason !== undefined) return;
    isSent.current = true;
    onSubmit(values);
  }

  /** A field that had the focus already is not scrolled to when it gets the focus again. */
  async function showFocus(): Promise<void> {
    await nextFrame();
    const field = element.current?.ownerDocument.activeElement; // of a form that is still on the page
    if (field && element.current?.contains(field)) field.scrollIntoView({ block: "nearest" });
  }

  const place = cancel === undefined ? `${styles.buttons} ${styles.alone}` : styles.buttons;
  const buttons = (
    <>
      {typeof cancel === "function" && (
        <Button leavesFocus onClick={cancel}>
          {widgetTexts().cancel}
        </Button>
      )}
      {typeof cancel === "object" && <LinkButton to={cancel.to}>{cancel.label ?? widgetTexts().cancel}</LinkButton>}
      <Button leavesFocus type="submit" variant={submitVariant} isBusy={loading} disabledReason={disabledReason}>
        {submit}
      </Button>
    </>
  );
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={(event) => void form.handleSubmit(send, () => void showFocus())(event)}
      >
        {disabledReason !== undefined && <Alert tone="info">{disabledReason}</Alert>}
        {error !== null && !loading && !isErrorOfOneField(error) && (
          <div ref={refusal} className={styles.refusal}>
            <Alert tone="stop">{explainError?.(error) ?? explainHere(error)}</Alert>
          </div>
        )}
        <RefusalOfForm value={error}>{props.children}</RefusalOfForm>
        {footer === "sticky" ? <StickyFooter>{buttons}</StickyFooter> : <div className={place}>{buttons}</div>}
      </form>
    </FormProvider>
  );
}

/** A wrong code or password: its field says it all, where the focus goes. */
function isErrorOfOneField(error: Error): boolean {
  return error instanceof ApiError && error.errors.length === 1 && error.errors[0]?.code === error.code;
}

/** What a field says already is not said twice. */
function explainHere(error: Error): string {
  const isToldByField = error instanceof ApiError && error.errors.length > 0;
  return isToldByField ? widgetTexts().checkFields : explain(error);
}

/** Asks before leaving, the page or the dialog around it, while `hasUnsaved()`; on closing the tab the browser asks in its own words. */
function useUnsavedChanges(hasUnsaved: () => boolean): void {
  useUnsavedPart(hasUnsaved);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasUnsaved() || areFormsClosing() || current.pathname === next.pathname) return false;
      const leave = await confirm({
        title: widgetTexts().discardTitle,
        text: widgetTexts().discardText,
        cancel: widgetTexts().keepEditing,
        confirm: widgetTexts().leave,
      });
      return !leave;
    },
    enableBeforeUnload: () => hasUnsaved() && !areWordsStored(),
  });
}

const Refusal = createContext<Error | null>(null);
const RefusalOfForm = Refusal.Provider;

/** The error of this field, a new object each time; `null`: there is none. */
export function useRefusal(name: string): Error | null {
  const error = useContext(Refusal);
  const isNamed = error instanceof ApiError && error.errors.some(({ field }) => field === name);
  return isNamed ? error : null;
}

const RESET_MS = 100;
let shown = 0;

/** The flag falls 100 ms after the last footer has gone, so that the next page's footer keeps it up. */
function useStickyFooterFlag(): void {
  useEffect(() => {
    const { dataset } = document.body; // the timer may outlive the document
    shown += 1;
    dataset["stickyFooter"] = "true";
    return () => {
      shown -= 1;
      setTimeout(() => {
        if (shown === 0) delete dataset["stickyFooter"];
      }, RESET_MS);
    };
  }, []);
}

interface StickyFooterProps {
  readonly children: ReactNode;
}

export function StickyFooter({ children }: StickyFooterProps) {
  useStickyFooterFlag();
  return (
    <div className={styles.footer} data-testid="sticky-footer">
      <div className={styles.inside}>{children}</div>
    </div>
  );
}

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
      title: widgetTexts().discardTitle,
      text: widgetTexts().discardText,
      cancel: widgetTexts().keepEditing,
      confirm: widgetTexts().close,
    });
    if (isLeft) onClose();
  }

  function close(): void {
    if ([...forms].some((hasUnsaved) => hasUnsaved())) void ask();
    else onClose();
  }

  return { forms, close };
}
