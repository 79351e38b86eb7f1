import { currentConfig } from "#platform/web/config.ts";
import { Prose } from "./Prose.tsx";

export function PrivacyPolicyPage() {
  const { productName } = currentConfig();
  return (
    <Prose title="Privacy Policy" lead="What is read, who sees it, and how to end it. In plain words.">
      <h2>What we hold</h2>
      <p>
        Of people with an account: name, email address, a password that we keep only as a hash, and the organization
        they work in. Of borrowers: what their lender enters (name, email address, loan terms, notes), and what their
        bank shares when they connect it: account names, the last digits of numbers, owners, balances and transactions.
      </p>
      <p>
        Of how people log in: each device that is logged in, with its browser, its network address, when it logged in
        and when it was last used, so that you can see it in the settings and end it. Your picture, if you give one, or
        its address elsewhere. If you log in with Google, Facebook, GitHub or Twitter: the id that the provider knows
        you by, and the name and email address that it sends us; never its password, and nothing is posted there.
      </p>
      <p>
        We never see or store a bank password. It is typed into the dialog of the bank-data provider, not into our
        pages.
      </p>
      <h2>What it is for</h2>
      <p>
        One thing: a report on the assets of a borrower, for the lender who asked for it and the loan it was asked for.
        We do not sell data, do not build profiles for advertising, and do not use bank data to train anything.
      </p>
      <h2>Who sees it</h2>
      <ul>
        <li>The loan officer who asked, and the admins of their organization. No one in another organization.</li>
        <li>The providers that we need: for bank data, mail and card payments. Each gets only what its part takes.</li>
        <li>An authority, where the law obliges us to answer.</li>
      </ul>
      <h2>How it is stored</h2>
      <p>
        Bank connections and reports are sealed with keys of their own before they reach the disk. Every reading of a
        report is written to a log that cannot be changed unseen.
      </p>
      <h2>How long</h2>
      <p>
        As long as the lender needs the report for the loan and the law for the file. When a borrower is closed, the
        connection to the bank ends at once.
      </p>
      <h2>Your choices</h2>
      <p>
        You may see what we hold about you, have it put right, take it with you, or have it erased where no law keeps
        it. A borrower may end the connection to a bank at any time, as easily as it was made. Write to the lender who
        asked you, or to {productName}.
      </p>
      <h2>Storage in your browser</h2>
      <p>
        We keep you logged in by a token in your browser&apos;s storage, beside your choice of theme, which parts of the
        navigation are open, whether single keys are shortcuts, and, until you log out, which five things you last
        jumped to. One cookie, which no script can read, lets us know a browser again that logged in before: it says
        nothing of you, keeps those who guess passwords out, and is sent to no one else. There are no advertising
        cookies.
      </p>
    </Prose>
  );
}
