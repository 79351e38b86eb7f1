import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { Trash2 } from "lucide-react";
import { DELETE_AT_ONCE, type Post } from "#features/posts/contract.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import type { Column, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { UseRemote } from "#platform/web/table/remote/use-remote-list.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { NotLoaded } from "./NotLoaded.tsx";
import type { PostArea } from "./api.ts";
import { STATUS_LABELS, STATUS_OPTIONS, toRow, type PostTableRow } from "./columns.ts";
import { useAskedDelete } from "./use-asked-delete.ts";
import styles from "./Posts.module.css";
import { useDisabledReason } from "#features/auth/web/session/session.ts";

const columns: readonly Column<PostTableRow>[] = [
  { key: "title", header: "Title", cell: ({ title }) => <span className={styles.title}>{title}</span> },
  {
    key: "step",
    header: "Status",
    cell: ({ status }) => <StatusPill tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].label}</StatusPill>,
    text: ({ status }) => STATUS_LABELS[status].label,
  },
  { key: "audience", header: "Audience", isWideOnly: true },
  { key: "pinned", header: "Pinned", isWideOnly: true, minTable: 62, cell: ({ pinned }) => pinned ?? "–" },
  {
    key: "updatedAt",
    header: "Updated",
    isWideOnly: true,
    cell: ({ updatedAt }) => <DateText at={updatedAt} />,
    text: ({ updatedAt }) => formatDate(updatedAt),
  },
];
const withAuthor: typeof columns = columns.toSpliced(2, 0, {
  key: "author",
  header: "Author",
  isWideOnly: true,
  minTable: 52,
});

const searchKeys = ["title", "body"] as const;
const filters: readonly ValueFilter<PostTableRow>[] = [{ key: "status", label: "Status", options: STATUS_OPTIONS }];

interface PostsTableProps {
  readonly area: PostArea;
  readonly posts: UseQueryResult<Post[] | null>;
  /** Requests a page when the list is too long to load as a whole. */
  readonly useRemote: UseRemote<PostTableRow>;
  readonly showsAuthor?: boolean;
  readonly empty: ReactNode;
}

/** When posts fail to load, the table stays and is empty. */
export function PostsTable({ area, posts: { data, error, refetch }, useRemote, showsAuthor, empty }: PostsTableProps) {
  const rows = useMemo(() => data && data.map(toRow), [data]);
  return (
    <DataTable
      label="Posts"
      rows={rows}
      columns={showsAuthor ? withAuthor : columns}
      searchKeys={searchKeys}
      filters={filters}
      initialSort={{ column: "updatedAt", direction: "descending" }}
      open={({ id }) => area.edit + id}
      selection={{ actions: (selected, clear) => <DeleteSelected area={area} selected={selected} onDeleted={clear} /> }}
      useRemote={useRemote}
      error={error && !data && <NotLoaded text="We couldn't load the posts." onRetry={() => void refetch()} />}
      empty={empty}
    />
  );
}

interface DeleteSelectedProps {
  readonly area: PostArea;
  readonly selected: readonly PostTableRow[];
  readonly onDeleted: () => void;
}

function DeleteSelected({ area, selected, onDeleted }: DeleteSelectedProps) {
  const { ask, bar: disabledReason, isPending } = useAskedDelete(area, onDeleted);
  const tooMany =
    selected.length > DELETE_AT_ONCE
      ? `You can delete up to ${DELETE_AT_ONCE} posts at once. Select fewer.`
      : undefined;
  return (
    <Button
      size="small"
      variant="danger"
      icon={<Trash2 aria-hidden="true" />}
      disabledReason={disabledReason ?? tooMany}
      isBusy={isPending}
      onClick={() => void ask(selected.map(({ id }) => id))}
    >
      Delete selected
    </Button>
  );
}

export function CreatePostLink({ area }: { readonly area: PostArea }) {
  const disabledReason = useDisabledReason(area.calls.create);
  if (disabledReason !== undefined)
    return (
      <Button variant="primary" disabledReason={disabledReason}>
        Create Post
      </Button>
    );
  return (
    <LinkButton to={area.create} variant="primary">
      Create Post
    </LinkButton>
  );
}
