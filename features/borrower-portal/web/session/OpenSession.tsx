import { lazy, Suspense } from "react";
import { fullName } from "#features/borrowers/contract.ts";
import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { BankStep } from "../bank/BankStep.tsx";
import { PapersInstead } from "../bank/PapersInstead.tsx";
import { ConsentStep } from "../consent/ConsentStep.tsx";
import { TakeBack } from "../consent/TakeBack.tsx";
import { TaskList } from "../tasks/TaskList.tsx";
import { LeaveSession } from "./LeaveSession.tsx";
import styles from "../PortalSection.module.css";
import { PortalSteps } from "./PortalSteps.tsx";
import { WhoAsks } from "./WhoAsks.tsx";

const News = lazy(() => import("./News.tsx").then((file) => ({ default: file.News })));

interface OpenSessionProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly hasTakenBack: boolean;
  readonly onTakenBack: () => void;
}

export function OpenSession({ session, token, hasTakenBack, onTakenBack }: OpenSessionProps) {
  const { lender, consent, banks, tasks, posts } = session;
  return (
    <>
      <PortalSteps session={session} />
      <WhoAsks lender={lender} />
      {consent === null ? (
        <ConsentStep session={session} token={token} hasTakenBack={hasTakenBack} />
      ) : (
        <BankStep session={session} token={token} />
      )}
      {tasks.length > 0 && <TaskList session={session} token={token} name={fullName(session)} />}
      {banks.length === 0 && <PapersInstead token={token} />}
      {posts.length > 0 && (
        <Suspense>
          <News title={PAGES.news.title(lender.name)} posts={posts} />
        </Suspense>
      )}
      <div className={styles.ways}>
        {consent !== null && <TakeBack session={session} token={token} onTakenBack={onTakenBack} />}
        <LeaveSession endsAt={session.endsAt} />
      </div>
    </>
  );
}
