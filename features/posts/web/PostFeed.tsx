import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Post } from "#features/posts/contract.ts";
import { MarkdownViewer } from "#platform/web/markdown/MarkdownViewer.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { postFeed } from "./api.ts";
import { NotLoaded } from "./NotLoaded.tsx";
import styles from "./Posts.module.css";

/** Rendering Markdown is slow, so more posts appear on request. */
const AT_A_TIME = 5;

export function PostFeed() {
  const { data: posts, error, refetch } = useQuery(postFeed());
  const [shown, show] = useState(AT_A_TIME);
  return (
    <Section title="From your organization">
      {error && !posts && <NotLoaded text="We couldn't load your colleagues’ posts." onRetry={() => void refetch()} />}
      {!posts && !error && <Skeleton lines={4} />}
      {posts?.length === 0 && <p className={styles.none}>No posts from your colleagues.</p>}
      {posts?.slice(0, shown).map((post) => (
        <FeedPost key={post.id} post={post} />
      ))}
      {posts && posts.length > shown && (
        <div>
          <Button onClick={() => show(shown + AT_A_TIME)}>Show more</Button>
        </div>
      )}
    </Section>
  );
}

function FeedPost({ post: { title, body, summary, author, pinned, publishAt, createdAt } }: { readonly post: Post }) {
  const titleId = useId();
  return (
    <article aria-labelledby={titleId} className={styles.post}>
      <header className={styles.top}>
        <h3 id={titleId}>{title}</h3>
        {pinned && <StatusPill tone="blue">Pinned</StatusPill>}
      </header>
      <p className={styles.about}>
        {author.firstName} {author.lastName}, <DateText at={publishAt ?? createdAt} />
      </p>
      {summary && <p className={styles.summary}>{summary}</p>}
      {body && <MarkdownViewer text={body} />}
    </article>
  );
}
