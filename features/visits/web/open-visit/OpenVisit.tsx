// Owns what a visit shows in order: who asks, what is shared, the banks, the questions, the news, and the way out.
import { lazy, Suspense } from "react";
import { fullName } from "#features/borrowers/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { BankStep } from "../bank/BankStep.tsx";
import { PapersInstead } from "../bank/PapersInstead.tsx";
import { ConsentStep } from "../consent/ConsentStep.tsx";
import { TakeBack } from "../consent/TakeBack.tsx";
import { TaskList } from "../tasks/TaskList.tsx";
import { LeaveVisit } from "./LeaveVisit.tsx";
import styles from "../VisitSection.module.css";
import { VisitSteps } from "./VisitSteps.tsx";
import { WhoAsks } from "./WhoAsks.tsx";

const News = lazy(() => import("./News.tsx").then((file) => ({ default: file.News })));

interface OpenVisitProps {
  readonly visit: Visit;
  readonly token: string;
  readonly hasTakenBack: boolean;
  readonly onTakenBack: () => void;
}

export function OpenVisit({ visit, token, hasTakenBack, onTakenBack }: OpenVisitProps) {
  const { lender, consent, banks, tasks, posts } = visit;
  return (
    <>
      <VisitSteps visit={visit} />
      <WhoAsks lender={lender} />
      {consent === null ? (
        <ConsentStep visit={visit} token={token} hasTakenBack={hasTakenBack} />
      ) : (
        <BankStep visit={visit} token={token} />
      )}
      {tasks.length > 0 && <TaskList visit={visit} token={token} name={fullName(visit)} />}
      {banks.length === 0 && <PapersInstead token={token} />}
      {posts.length > 0 && (
        <Suspense>
          <News title={PAGES.news.title(lender.name)} posts={posts} />
        </Suspense>
      )}
      <div className={styles.ways}>
        {consent !== null && <TakeBack visit={visit} token={token} onTakenBack={onTakenBack} />}
        <LeaveVisit endsAt={visit.endsAt} />
      </div>
    </>
  );
}
