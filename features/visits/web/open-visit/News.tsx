// Owns what the lender tells its borrowers.
import type { Visit } from "#features/visits/contract.ts";
import { MarkdownViewer } from "#kit/web/markdown/MarkdownViewer.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import styles from "./News.module.css";

interface NewsProps {
  readonly title: string;
  readonly posts: Visit["posts"];
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
