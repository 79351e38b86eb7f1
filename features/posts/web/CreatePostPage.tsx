import { useNavigate } from "@tanstack/react-router";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { ALL_POSTS, OWN_POSTS, type PostArea } from "./api.ts";
import { EMPTY_POST, sendable, type PostFormValues } from "./form.ts";
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
  const disabledReason = useDisabledReason(area.calls.create);
  const navigate = useNavigate();

  function submit(values: PostFormValues): void {
    create.mutate(sendable(values), {
      onSuccess({ title }) {
        showToast("Post saved", `“${title}” is in your list.`, { autohide: true, closeOnClick: true });
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
          disabledReason={disabledReason}
          cancelTo={area.list}
          onSubmit={submit}
        />
      </PageCard>
    </Page>
  );
}
