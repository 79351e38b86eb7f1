// A post, written anew; what someone else saves meanwhile is neither lost nor undone unseen.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import type { Post } from "#features/posts/contract.ts";
import { Button } from "#kit/web/parts/Button.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useParam } from "#kit/web/use-param.ts";
import { NotLoaded } from "./NotLoaded.tsx";
import { ALL_POSTS, OWN_POSTS, type PostArea } from "./post-area.ts";
import { changedFields } from "./post-changes.ts";
import { sendable, valuesOf, type PostFormValues } from "./post-values.ts";
import { PostForm } from "./PostForm.tsx";
import { useAskedDelete } from "./use-asked-delete.ts";

// Rarely wanted, and it brings the viewer along.
const TheirVersion = lazy(() => import("./TheirVersion.tsx").then((file) => ({ default: file.TheirVersion })));

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
  const { ask, bar, isPending } = useAskedDelete(
    area,
    () => void navigate({ to: area.list, ignoreBlocker: true }), // its words have nowhere to go
  );
  const { data: post, error, refetch } = useQuery(area.post({ id }));
  return (
    <Page
      title={area.editTitle}
      back={{ to: area.list, label: area.listTitle }}
      action={
        (post || !error) && ( // there from the start: what came later would move the page
          <Button
            barred={bar ?? (post ? undefined : "The post is still being read.")}
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
        {!post && error && <NotLoaded text="The post could not be loaded." onRetry={() => void refetch()} />}
        {!post && !error && <Skeleton />}
      </PageCard>
    </Page>
  );
}

interface EditPostProps {
  readonly area: PostArea;
  /** As stored now; it may change while the form is open. */
  readonly post: Post;
  readonly onStale: () => void;
}

function EditPost({ area, post, onStale }: EditPostProps) {
  const [base, setBase] = useState(post);
  const update = area.useUpdate();
  const bar = useBar(area.calls.update);
  const navigate = useNavigate();
  // What is saved, or being saved, is one's own change.
  const isOvertaken =
    update.status !== "success" && !update.isPending && changedFields(valuesOf(base), valuesOf(post)).length > 0;
  // A newer version that differs in nothing of this form is not worth a question.
  const seen = isOvertaken ? base : post;

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
      error={isOvertaken ? null : update.error}
      barred={bar}
      cancelTo={area.list}
      onSubmit={submit}
    >
      {isOvertaken && (
        <Suspense>
          <TheirVersion theirs={post} onSettled={takeAsBase} />
        </Suspense>
      )}
    </PostForm>
  );
}
