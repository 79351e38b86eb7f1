// Puts the links of the people on a loan beside the borrower; neither feature imports the other's page.
import { BorrowerPage } from "#features/borrowers/web/page/BorrowerPage.tsx";
import { useBorrowerMarks } from "#features/borrower-portal/web/officer/use-borrower-marks.ts";
import { BorrowerLinksPanel } from "#features/borrower-portal/web/officer/BorrowerLinksPanel.tsx";
import { useParam } from "#platform/web/use-param.ts";

export function BorrowerWithLinks() {
  const id = useParam("id");
  const marks = useBorrowerMarks(id);
  return <BorrowerPage marks={marks} links={(borrower) => <BorrowerLinksPanel borrower={borrower} />} />;
}
