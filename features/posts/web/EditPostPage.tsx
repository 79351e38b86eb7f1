import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import type { Post } from "#features/posts/contract.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useParam } from "#platform/web/use-param.ts";
import { NotLoaded } from "./NotLoaded.tsx";
import { ALL_POSTS, OWN_POSTS, type PostArea } from "./api.ts";
import { changedFields, sendable, valuesOf, type PostFormValues } from "./form.ts";
import { PostForm } from "./PostForm.tsx";
import { useAskedDelete } from "./use-asked-delete.ts";

// Rarely needed, and it includes the Markdown viewer.
const ConflictDiff = lazy(() => import("./ConflictDiff.tsx").then((file) => ({ default: file.ConflictDiff })));

export function EditPostPage() {
  return <EditIn area={OWN_POSTS} />;
}

export function EditAdminPostPage() {
  return <EditIn area={ALL_POSTS} />;
}

interface EditInProps {
  readonly area: PostArea;
}

function EditIn({ area }: EditInProps) {
  const id = useParam("id");
  const navigate = useNavigate();
  const {
    ask,
    bar: disabledReason,
    isPending,
  } = useAskedDelete(
    area,
    () => void navigate({ to: area.list, ignoreBlocker: true }), // the post is deleted, so text cannot be saved
  );
  const { data: post, error, refetch } = useQuery(area.post({ id }));
  return (
    <Page
      title={area.editTitle}
      back={{ to: area.list, label: area.listTitle }}
      action={
        (post || !error) && ( // Shown from the start, because adding it later would move the page.
          <Button
            disabledReason={disabledReason ?? (post ? undefined : "The post is still loading.")}
            isBusy={isPending}
            onClick={() => void ask([id])}
          >
            Delete post
          </Button>
        )
      }
    >
      <PageCard size="large">
        {post && <EditPost area={area} post={post} onStale={() => void refetch()} />}
        {!post && error && <NotLoaded text="We couldn't load the post." onRetry={() => void refetch()} />}
        {!post && !error && <Skeleton />}
      </PageCard>
    </Page>
  );
}

interface EditPostProps {
  readonly area: PostArea;
  /** The stored post. It may change while the form is open. */
  readonly post: Post;
  readonly onStale: () => void;
}

function EditPost({ area, post, onStale }: EditPostProps) {
  const [base, setBase] = useState(post);
  const update = area.useUpdate();
  const disabledReason = useDisabledReason(area.calls.update);
  const navigate = useNavigate();
  // A saved or pending change is the user's own.
  const hasEditConflict =
    update.status !== "success" && !update.isPending && changedFields(valuesOf(base), valuesOf(post)).length > 0;
  // A newer version with the same fields needs no question.
  const seen = hasEditConflict ? base : post;

  function submit(values: PostFormValues): void {
    update.mutate(
      { ...sendable(values), id: seen.id, version: seen.version },
      {
        onSuccess({ title }) {
          showToast("Post saved", `“${title}” is up to date.`, { autohide: true, closeOnClick: true });
          void navigate({ to: area.list });
        },
        onError: onStale,
      },
    );
  }

  function takeAsBase(): void {
    setBase(post);
    update.reset();
  }

  return (
    <PostForm
      defaults={valuesOf(base)}
      loading={update.isPending}
      error={hasEditConflict ? null : update.error}
      disabledReason={disabledReason}
      cancelTo={area.list}
      onSubmit={submit}
    >
      {hasEditConflict && (
        <Suspense>
          <ConflictDiff theirs={post} onSettled={takeAsBase} />
        </Suspense>
      )}
    </PostForm>
  );
}
