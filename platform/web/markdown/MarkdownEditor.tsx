import { lazy, Suspense, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Field, useFieldError, type FieldProps } from "../form/Field.tsx";
import { useRefusal } from "../form/refusal.ts";
import field from "../form/Field.module.css";
import styles from "./MarkdownEditor.module.css";
import { MarkdownToolbar } from "./MarkdownToolbar.tsx";
import { ViewTabs, type View } from "./ViewTabs.tsx";

// Loaded on demand: it includes the sanitizer, which a user who only writes does not need.
const MarkdownViewer = lazy(() => import("./MarkdownViewer.tsx").then((file) => ({ default: file.MarkdownViewer })));

interface MarkdownEditorProps extends FieldProps {
  readonly rows?: number;
}

export function MarkdownEditor({ rows = 10, ...about }: MarkdownEditorProps) {
  const { register } = useFormContext();
  const [view, setView] = useViewOf(about.name);
  return (
    <Field {...about}>
      {({ control }) => {
        const ids = { write: `${control.id}-write`, preview: `${control.id}-preview` };
        return (
          <div className={styles.editor}>
            <div className={styles.bar}>
              <ViewTabs view={view} panels={ids} onView={setView} />
              <div hidden={view !== "write"}>
                <MarkdownToolbar of={control.id} />
              </div>
            </div>
            <div id={ids.write} role="tabpanel" aria-labelledby={`${ids.write}-tab`} hidden={view !== "write"}>
              <textarea {...control} {...register(about.name)} className={field.control} rows={rows} />
            </div>
            <div id={ids.preview} role="tabpanel" aria-labelledby={`${ids.preview}-tab`} hidden={view !== "preview"}>
              {view === "preview" && <Preview name={about.name} />}
            </div>
          </div>
        );
      }}
    </Field>
  );
}

/** A form that was refused for this field, here or by the server, shows where it is to be mended. */
function useViewOf(name: string) {
  const { submitCount } = useFormContext().formState;
  const fault = useFieldError(name);
  const [view, setView] = useState<View>("write");
  const [seenCount, setSeenCount] = useState(submitCount);
  if (submitCount !== seenCount) {
    setSeenCount(submitCount);
    if (fault) setView("write");
  }
  const refusal = useRefusal(name);
  const [seenRefusal, setSeenRefusal] = useState(refusal);
  if (refusal !== seenRefusal) {
    setSeenRefusal(refusal);
    if (refusal) setView("write");
  }
  return [view, setView] as const;
}

function Preview({ name }: { readonly name: string }) {
  const text = String(useWatch({ name }) ?? "");
  return (
    <div className={styles.preview}>
      {text.trim() === "" ? (
        <p className={styles.empty}>Nothing to preview yet.</p>
      ) : (
        <Suspense fallback={null}>
          <MarkdownViewer text={text} />
        </Suspense>
      )}
    </div>
  );
}
