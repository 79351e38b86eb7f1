import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { addComment, CommentDetails, type FindingComment } from "#features/underwriting/contract.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { formatList } from "#platform/text/text.ts";
import { confirm } from "#platform/web/confirm.ts";
import { TextArea } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { commentsOf, useAddComment, useChangeComment, useRemoveComment } from "../api.ts";
import { ReviewForm } from "../ReviewForm.tsx";
import { MentionButtons } from "./MentionButtons.tsx";
import { mentionsIn, type Mentionable } from "./mentions-in.ts";
import styles from "./FindingComments.module.css";

interface FindingCommentsProps {
  readonly borrowerId: string;
  readonly findingKey: string;
  /** Of the finding. */
  readonly title: string;
}

/** What colleagues say about a finding. It is never printed. */
export function FindingComments({ borrowerId, findingKey, title }: FindingCommentsProps) {
  const { data } = useQuery(commentsOf({ borrowerId }));
  const [isOpen, setOpen] = useState(false);
  const own = data?.comments.filter((one) => one.findingKey === findingKey) ?? [];
  return (
    <details className={styles.comments} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Comments{own.length > 0 && ` (${own.length})`}
        <span className="visually-hidden">: {title}</span>
      </summary>
      {isOpen && data !== undefined && (
        <>
          {own.length > 0 && (
            <ol role="list" aria-label={`Comments on ${title}`}>
              {own.map((comment) => (
                <li key={comment.id}>
                  <Comment comment={comment} mentionable={data.mentionable} />
                </li>
              ))}
            </ol>
          )}
          <NewComment borrowerId={borrowerId} findingKey={findingKey} mentionable={data.mentionable} />
        </>
      )}
    </details>
  );
}

interface CommentProps {
  readonly comment: FindingComment;
  readonly mentionable: readonly Mentionable[];
}

function Comment({ comment, mentionable }: CommentProps) {
  const { id, text, mentions, author, isOwn, createdAt, version } = comment;
  const [isEditing, setEditing] = useState(false);
  const change = useChangeComment();
  const remove = useRemoveComment();
  const name = author.name ?? "A former user";

  async function askToRemove(): Promise<void> {
    const isYes = await confirm({
      title: "Delete this comment?",
      text: "The activity log keeps that you wrote and deleted it, without its text.",
      confirm: "Delete",
      tone: "danger",
    });
    if (isYes) remove.mutate({ id });
  }

  if (isEditing)
    return (
      <CommentForm
        defaults={text}
        label="Your comment"
        submit="Save"
        mentionable={mentionable}
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(details) => change.mutate({ id, version, ...details }, { onSuccess: () => setEditing(false) })}
        onCancel={() => setEditing(false)}
      />
    );
  return (
    <>
      <p className={styles.by}>
        <strong>{name}</strong>, <DateText at={createdAt} withTime />
        {version > 1 && ", edited"}
      </p>
      <p className={styles.text}>{text}</p>
      {mentions.length > 0 && (
        <p className={styles.by}>Mentioned: {formatList(mentions.map((one) => one.name ?? "a former user"))}</p>
      )}
      {remove.error && <Alert tone="stop">{explain(remove.error, MESSAGES.comment)}</Alert>}
      {isOwn && (
        <div className={styles.acts}>
          <Button size="small" variant="quiet" label="Edit your comment" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button
            size="small"
            variant="quiet"
            label="Delete your comment"
            isBusy={remove.isPending}
            onClick={() => void askToRemove()}
          >
            Delete
          </Button>
        </div>
      )}
    </>
  );
}

interface NewCommentProps extends Pick<FindingCommentsProps, "borrowerId" | "findingKey"> {
  readonly mentionable: readonly Mentionable[];
}

function NewComment({ borrowerId, findingKey, mentionable }: NewCommentProps) {
  const [added, setAdded] = useState(0);
  const [isWriting, setWriting] = useState(false);
  const disabledReason = useDisabledReason(addComment);
  const add = useAddComment();
  if (!isWriting)
    return (
      <div>
        <Button size="small" disabledReason={disabledReason} onClick={() => setWriting(true)}>
          Add a comment
        </Button>
      </div>
    );
  return (
    <CommentForm
      key={added} // A new key empties the form for the next comment.
      defaults=""
      label="Comment"
      submit="Comment"
      mentionable={mentionable}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={(details) =>
        add.mutate(
          { borrowerId, findingKey, ...details },
          {
            onSuccess: () => {
              setAdded(added + 1);
              setWriting(false);
            },
          },
        )
      }
      onCancel={() => setWriting(false)}
    />
  );
}

const Values = z.object({ text: CommentDetails.shape.text });
type Values = z.infer<typeof Values>;

interface CommentFormProps {
  readonly defaults: string;
  readonly label: string;
  readonly submit: string;
  readonly mentionable: readonly Mentionable[];
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (details: { text: string; mentions: string[] }) => void;
  readonly onCancel: () => void;
}

function CommentForm({ defaults, label, mentionable, onSubmit, ...form }: CommentFormProps) {
  return (
    <ReviewForm<Values>
      {...form}
      schema={Values}
      defaults={{ text: defaults }}
      explainError={(error) => explain(error, MESSAGES.comment)}
      onSubmit={({ text }) => onSubmit({ text: text.trim(), mentions: mentionsIn(text, mentionable) })}
    >
      <TextArea
        name="text"
        label={label}
        rows={3}
        help="Only your organization sees it. It is never printed in a report."
        errorTexts={{ REQUIRED: "Enter a comment" }}
      />
      <MentionButtons field="text" mentionable={mentionable} />
    </ReviewForm>
  );
}
