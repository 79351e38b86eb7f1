import { useState } from "react";
import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { TaskCard } from "./TaskCard.tsx";
import styles from "./TaskList.module.css";

interface TaskListProps {
  readonly session: BorrowerSession;
  readonly token: string;
  /** The visitor's name, for the signature. */
  readonly name: string;
}

export function TaskList({ session, token, name }: TaskListProps) {
  const [opened, open] = useState<string | null>(null);
  return (
    <Section title={PAGES.tasks.title}>
      <p className={styles.lead}>{PAGES.tasks.text}</p>
      <ul role="list" className={styles.tasks}>
        {session.tasks.map((task) => (
          <TaskCard
            key={task.transactionId}
            task={task}
            lender={session.lender.name}
            name={name}
            token={token}
            isOpen={opened === task.transactionId}
            onOpen={(isOpen) => open(isOpen ? task.transactionId : null)}
          />
        ))}
      </ul>
    </Section>
  );
}
