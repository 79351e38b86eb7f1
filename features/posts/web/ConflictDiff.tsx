import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { useFormContext, useWatch } from "react-hook-form";
import type { Post } from "#features/posts/contract.ts";
import { MarkdownViewer } from "#platform/web/markdown/MarkdownViewer.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { changedFields, FIELD_LABELS, type PostFormValues, valuesOf } from "./form.ts";
import styles from "./Posts.module.css";

interface TheirVersionProps {
  /** The stored post. */
  readonly theirs: Post;
  /** From now on the form builds on the stored post. */
  readonly onSettled: () => void;
}

export function ConflictDiff({ theirs, onSettled }: TheirVersionProps) {
  const form = useFormContext<PostFormValues>();
  const mine = { ...form.getValues(), ...useWatch<PostFormValues>() } as PostFormValues; // it watches the whole form
  const differing = changedFields(mine, valuesOf(theirs)).map((field) => FIELD_LABELS[field]);

  function keepMine({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    const element = currentTarget.form;
    flushSync(onSettled);
    element?.requestSubmit();
  }

  function takeTheirs(): void {
    form.reset(valuesOf(theirs));
    keepEditing();
  }

  function keepEditing(): void {
    onSettled();
    form.setFocus("title"); // The pressed button disappears.
  }

  return (
    <div className={styles.both}>
      <Alert
        tone="ask"
        title="Someone else updated this post"
        action={
          <>
            <Button size="small" onClick={keepMine}>
              Keep mine
            </Button>
            <Button size="small" onClick={takeTheirs}>
              Take theirs
            </Button>
            <Button size="small" onClick={keepEditing}>
              Keep editing
            </Button>
          </>
        }
      >
        Your text isn't lost. Keep mine overwrites their version, take theirs discards yours, keep editing lets you save
        later.
        {differing.length > 0 && <> The two differ in: {differing.join(", ")}.</>}
      </Alert>
      <div className={styles.texts}>
        <Version name="Theirs" title={theirs.title} body={theirs.body} at={theirs.updatedAt} />
        <Version name="Yours" title={mine.title} body={mine.body} />
      </div>
    </div>
  );
}

interface VersionProps {
  readonly name: string;
  readonly title: string;
  readonly body: string;
  /** When it was saved. */
  readonly at?: string;
}

function Version({ name, title, body, at }: VersionProps) {
  return (
    <section aria-label={name} className={styles.version}>
      <p className={styles.name}>
        {name}
        {at && (
          <span className={styles.at}>
            saved <DateText at={at} withTime />
          </span>
        )}
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className={styles.text} tabIndex={0} role="group" aria-label={`${name}, text`}>
        <p className={styles.conflictTitle}>{title}</p>
        <MarkdownViewer text={body} />
      </div>
    </section>
  );
}
