import { currentConfig } from "#platform/web/config.ts";
import { Link } from "@tanstack/react-router";
import { ContactEmail, LegalNotice } from "./LegalNotice.tsx";
import { Prose } from "./Prose.tsx";

export function PrivacyPolicyPage() {
  const { productName } = currentConfig();
  return (
    <Prose title="Privacy Policy" lead="What we collect, who can see it, and how to stop sharing.">
      <h2>What we hold</h2>
      <p>
        For people with an account: name, email address, a hash of the password, and the organization they work in. For
        borrowers: what their lender enters (name, email address, loan terms, notes), and what their bank shares when
        they connect it: account names, the last digits of account numbers, owners, balances and transactions.
      </p>
      <p>
        For each device that is logged in: its browser, its network address, and when it logged in and was last used.
        You can review and log out devices in your settings. Your picture, if you add one. If you log in with Google,
        Facebook, GitHub or Twitter: your ID at that provider and the name and email address it sends us. We never get
        your password there and never post anything.
      </p>
      <p>We never see or store a bank password. You enter it with the bank-data provider, not on our pages.</p>
      <p>
        If your lender uses consumer reports, we pass your date of birth, address and phone number on to Plaid Check and
        don&apos;t store them.
      </p>
      <h2>What it is for</h2>
      <p>
        For one purpose: a report on a borrower's assets, for the lender who requested it and the loan it was requested
        for. We do not sell data, do not build profiles for advertising, and do not use bank data to train anything.
      </p>
      <h2>Who sees it</h2>
      <ul>
        <li>
          The loan officer who requested it, and the admins of their organization. No one in another organization.
        </li>
        <li>
          The <Link to="/subprocessors">subprocessors</Link> we need for hosting, bank data, email and card payments.
          Each gets only what it needs.
        </li>
        <li>Authorities, where the law requires it.</li>
      </ul>
      <h2>How it is stored</h2>
      <p>
        Bank connections and reports are encrypted with their own keys before they are written to disk. Each time a
        report is opened, it is recorded in a tamper-evident log.
      </p>
      <h2>How long</h2>
      <p>
        The lender sets how long bank data, documents, reports and closed borrowers are stored. The time counts from the
        day a borrower is closed or, if never closed, from the last activity. Borrowers see the time before they agree,
        and a later setting can shorten it but not extend it. Only a legal hold, which an admin of the lender sets with
        a reason, keeps records longer. When a borrower is closed, the bank connection ends immediately.
      </p>
      <h2>Your choices</h2>
      <p>
        You can ask for a copy of your data, have it corrected, or have it deleted where no law requires us to store it.
        A borrower can disconnect a bank at any time, as easily as it was connected. Contact the lender who asked you,
        or write to <ContactEmail />. Charges and the activity log stay after a deletion, with a random ID in place of
        the name.
      </p>
      <h2>GLBA, CCPA and FCRA</h2>
      <p>
        Lenders are financial institutions under the Gramm-Leach-Bliley Act (GLBA). {productName} processes borrowers'
        nonpublic personal information for them as a service provider, only for the loan, and under the safeguards on
        the <Link to="/security">Security</Link> page. The lender gives borrowers its own privacy notice.
      </p>
      <p>
        Under the California Consumer Privacy Act (CCPA), where it applies, the lender answers requests to know, correct
        or delete. The software gives its admins an export of everything held about a borrower, and deletion. We do not
        sell or share personal information for advertising.
      </p>
      <p>
        {productName} reads what a borrower's bank sends for the lender the borrower chose, and compares it with
        published guidelines. It does not collect information about consumers for other parties, gives no credit score
        and makes no credit decision. Lenders decide for themselves what the Fair Credit Reporting Act (FCRA) requires
        of their own process, such as notices of adverse action.
      </p>
      <h2>Storage in your browser</h2>
      <p>
        Your browser stores a sign-in token, your theme, which parts of the navigation are open, whether single-key
        shortcuts are on and, until you log out, the last five things you jumped to. One cookie that no script can read
        recognizes a browser that has logged in before. It contains nothing about you, helps stop password guessing, and
        is shared with no one. There are no advertising cookies.
      </p>
      <LegalNotice />
    </Prose>
  );
}
