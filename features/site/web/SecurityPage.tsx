import { Link } from "@tanstack/react-router";
import { ContactEmail, LegalNotice } from "./LegalNotice.tsx";
import { Prose } from "./Prose.tsx";

export function SecurityPage() {
  return (
    <Prose title="Security" lead="How borrower data is protected, and what the lender controls.">
      <h2>Bank sign-ins</h2>
      <p>
        Borrowers sign in to their bank in Plaid's window. Bank passwords never reach our pages or servers. The
        connection only reads data: no one can move money with it. When a bank is disconnected, we remove the connection
        at Plaid too.
      </p>
      <h2>Separation of lenders</h2>
      <p>
        Each lender's records belong to that lender alone. The database itself refuses rows of another lender, even if
        our code asks for them. Roles and groups limit what members of the same lender see.
      </p>
      <h2>Encryption</h2>
      <p>
        Connections use HTTPS. Bank access tokens, the bank's original data, report files and uploaded documents are
        encrypted with AES-256-GCM before they are stored, each with a key of its own. The keys can be replaced without
        downtime.
      </p>
      <h2>Sign-in</h2>
      <ul>
        <li>Passwords are stored only as Argon2id hashes. Repeated wrong passwords lock the account.</li>
        <li>Members can turn on two-step sign-in. A lender can require it of its admins.</li>
        <li>Members can review their devices and log out any of them at once.</li>
      </ul>
      <h2>Activity log</h2>
      <p>
        Each change, and each time a report or document is opened, is recorded with the person, the time and the network
        address. Events form a chain of hashes, so a later change to the log is detected. Admins can search, verify and
        export it.
      </p>
      <h2>Retention and deletion</h2>
      <p>
        The lender sets how long bank data, documents, reports and closed borrowers are stored. No bank data is stored
        longer than the borrower was promised, unless the lender has placed a legal hold. An admin can delete a borrower
        at any time: bank data, documents and personal details are deleted, and bank connections end.
      </p>
      <h2>Reports that can be verified</h2>
      <p>
        Every report file is signed. Anyone who has a file can check on <Link to="/verify">Verify a report</Link> that
        it is unchanged. The file stays on their computer.
      </p>
      <h2>Report a vulnerability</h2>
      <p>
        Write to <ContactEmail />. Include what an attacker could do and the steps that show it. Use test accounts, and
        don't access other people's data.
      </p>
      <LegalNotice />
    </Prose>
  );
}
