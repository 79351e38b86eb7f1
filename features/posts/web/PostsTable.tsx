import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import Trash2 from "lucide-react/icons/trash-2";
import { POST_COLUMN_TEXTS, STATUS_LABELS } from "#features/posts/columns.ts";
import { DELETE_AT_ONCE, type Post, type PostColumn } from "#features/posts/contract.ts";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { listedColumn, type Column, type ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { UseRemote } from "#platform/web/table/remote/use-remote-list.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { NotLoaded } from "./NotLoaded.tsx";
import type { PostArea } from "./api.ts";
import { STATUS_OPTIONS, STATUS_TONES, toRow, type PostTableRow } from "./columns.ts";
import { useAskedDelete } from "./use-asked-delete.ts";
import styles from "./Posts.module.css";
import { useDisabledReason } from "#features/auth/web/session/session.ts";

const listed = (name: PostColumn) => listedColumn(POST_COLUMN_TEXTS, name, ({ post }: PostTableRow) => post);

const columns: readonly Column<PostTableRow>[] = [
  { ...listed("title"), key: "title", cell: ({ title }) => <span className={styles.title}>{title}</span> },
  {
    ...listed("status"),
    key: "step",
    cell: ({ status }) => <StatusPill tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusPill>,
  },
  { ...listed("audience"), key: "audience", isWideOnly: true },
  { ...listed("pinned"), key: "pinned", isWideOnly: true, minTable: 62, cell: ({ pinned }) => pinned ?? "–" },
  {
    ...listed("updatedAt"),
    key: "updatedAt",
    isWideOnly: true,
    cell: ({ updatedAt }) => <DateText at={updatedAt} />,
  },
];
const withAuthor: typeof columns = columns.toSpliced(2, 0, {
  ...listed("author"),
  key: "author",
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
