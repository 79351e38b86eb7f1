// A title makes a post; the rest can wait.
import { useNavigate } from "@tanstack/react-router";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { ALL_POSTS, OWN_POSTS, type PostArea } from "./post-area.ts";
import { EMPTY_POST, sendable, type PostFormValues } from "./post-values.ts";
import { PostForm } from "./PostForm.tsx";

export function CreatePostPage() {
  return <CreateIn area={OWN_POSTS} />;
}

export function CreateAdminPostPage() {
  return <CreateIn area={ALL_POSTS} />;
}

interface CreateInProps {
  readonly area: PostArea;
}

function CreateIn({ area }: CreateInProps) {
  const create = area.useCreate();
  const bar = useBar(area.calls.create);
  const navigate = useNavigate();

  function submit(values: PostFormValues): void {
    create.mutate(sendable(values), {
      onSuccess({ title }) {
        showToast("Post saved", `“${title}” is on your list.`, { autohide: true, closeOnClick: true });
        void navigate({ to: area.list });
      },
    });
  }

  return (
    <Page title={area.createTitle} back={{ to: area.list, label: area.listTitle }}>
      <PageCard size="large">
        <PostForm
          defaults={EMPTY_POST}
          loading={create.isPending}
          error={create.error}
          barred={bar}
          cancelTo={area.list}
          onSubmit={submit}
        />
      </PageCard>
    </Page>
  );
}
