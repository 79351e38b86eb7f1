// Owns the questions about deposits: one is answered at a time.
import { useState } from "react";
import type { Visit } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { Section } from "#kit/web/parts/Page.tsx";
import { TaskCard } from "./TaskCard.tsx";
import styles from "./TaskList.module.css";

interface TaskListProps {
  readonly visit: Visit;
  readonly token: string;
  /** Of the visitor, as they sign. */
  readonly name: string;
}

export function TaskList({ visit, token, name }: TaskListProps) {
  const [opened, open] = useState<string | null>(null);
  return (
    <Section title={PAGES.tasks.title}>
      <p className={styles.lead}>{PAGES.tasks.text}</p>
      <ul role="list" className={styles.tasks}>
        {visit.tasks.map((task) => (
          <TaskCard
            key={task.transactionId}
            task={task}
            lender={visit.lender.name}
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
