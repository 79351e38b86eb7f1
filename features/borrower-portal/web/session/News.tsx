import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { MarkdownViewer } from "#platform/web/markdown/MarkdownViewer.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import styles from "../BorrowerPortal.module.css";

interface NewsProps {
  readonly title: string;
  readonly posts: BorrowerSession["posts"];
}

export function News({ title, posts }: NewsProps) {
  return (
    <Section title={title}>
      {posts.map((post) => (
        <article key={post.id} className={styles.post}>
          <h3>{post.title}</h3>
          <MarkdownViewer text={post.body} />
        </article>
      ))}
    </Section>
  );
}
