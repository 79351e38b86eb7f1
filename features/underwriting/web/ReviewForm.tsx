import type { ReactNode } from "react";
import { type DefaultValues, type FieldValues, FormProvider, useForm, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { useUnsavedPart } from "#platform/web/form/Form.tsx";
import { schemaResolver } from "#platform/web/form/schema-resolver.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import styles from "./Conditions.module.css";

interface ReviewFormProps<Values extends FieldValues> {
  readonly schema: z.ZodMiniType<unknown, Values>;
  readonly defaults: DefaultValues<Values>;
  readonly submit: string;
  readonly variant?: "primary" | "danger";
  /** Why the form cannot be sent yet, given its values. Shown next to the button. */
  readonly disabledReason?: (values: Values) => string | undefined;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly explainError?: (error: Error) => string;
  readonly onSubmit: (values: Values) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A short form whose button says what is missing before it can be pressed. */
export function ReviewForm<Values extends FieldValues>(props: ReviewFormProps<Values>) {
  const { schema, defaults, submit, variant = "primary", disabledReason, isBusy, error, onSubmit, onCancel } = props;
  const form = useForm<Values>({ resolver: schemaResolver(schema), defaultValues: defaults, mode: "onTouched" });
  const { isDirty } = form.formState;
  useUnsavedPart(() => isDirty && !isBusy);
  const values = useWatch({ control: form.control }) as Values; // every field has a default
  const reason = disabledReason?.(values);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !isBusy) void form.handleSubmit(onSubmit)(event);
        }}
      >
        {error !== null && !isBusy && <Alert tone="stop">{props.explainError?.(error) ?? explain(error)}</Alert>}
        {props.children}
        <div className={styles.acts}>
          <Button leavesFocus onClick={onCancel}>
            Cancel
          </Button>
          <Button leavesFocus type="submit" variant={variant} isBusy={isBusy} disabledReason={reason}>
            {submit}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
