// Puts the visits of the people on a loan beside the borrower: neither of the two features knows the other's page.
import { BorrowerPage } from "#features/borrowers/web/page/BorrowerPage.tsx";
import { useVisitMarks } from "#features/visits/web/officer/use-visit-marks.ts";
import { VisitsPanel } from "#features/visits/web/officer/VisitsPanel.tsx";
import { useParam } from "#kit/web/use-param.ts";

export function BorrowerWithVisits() {
  const id = useParam("id");
  const marks = useVisitMarks(id);
  return <BorrowerPage marks={marks} visits={(borrower) => <VisitsPanel borrower={borrower} />} />;
}
