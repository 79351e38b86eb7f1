import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SCOPE_LABELS } from "#features/developers/labels.ts";
import { API_SCOPES } from "#platform/contract/who.ts";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { CallItem, Code } from "./CallItem.tsx";
import { apiDescription, callsIn, isFound, type DescribedCall, type Description } from "./description.ts";
import { Plain } from "./Fields.tsx";
import styles from "./Developers.module.css";

const FIRST_CALL = `curl -H "Authorization: Bearer $KEYTURN_API_KEY" "$KEYTURN_URL/api/latest/caller"`;
const QUICK_START = `import { createClient } from "keyturn";

const keyturn = createClient({ apiKey: process.env.KEYTURN_API_KEY!, url: process.env.KEYTURN_URL! });

const [borrower] = await keyturn.listOrganizationBorrowers({ loanNumber: "AC-2026-0203" });
if (!borrower) throw new Error("No such loan");
await keyturn.generateAssetReport({ borrowerId: borrower.id });
await keyturn.waitForReport(borrower.id);
const pdf = await keyturn.downloadAssetReport({ id: borrower.id });
await pdf.saveTo(pdf.name);`;

export function DevelopersPage() {
  const described = useQuery(apiDescription);
  return (
    <article className={styles.page}>
      <header>
        <h1 tabIndex={-1}>Developers</h1>
        <p>Order asset reports from your own software. Everything on this page comes from the API’s own description.</p>
      </header>
      <section aria-labelledby="quick-start">
        <h2 id="quick-start">Quick start</h2>
        <p>
          An admin creates a key under <Link to="/admin/api-keys">API Keys</Link>. Set it as{" "}
          <code>KEYTURN_API_KEY</code>, and this site’s address as <code>KEYTURN_URL</code>.
        </p>
        <Code name="First call" text={FIRST_CALL} />
        <p>
          It answers with your organization and what the key may do. The <code>keyturn</code> package for Node.js orders
          a report by its loan number, once the borrower&apos;s bank is connected:
        </p>
        <Code name="Quick start example" text={QUICK_START} />
      </section>
      <section aria-labelledby="scopes">
        <h2 id="scopes">Scopes</h2>
        <dl className={styles.fields}>
          {API_SCOPES.map((scope) => (
            <div key={scope}>
              <dt>
                <code>{scope}</code>
              </dt>
              <dd>{SCOPE_LABELS[scope]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <QueryBoundary query={described} failed="We couldn't load the API reference">
        {(description) => <Reference description={description} />}
      </QueryBoundary>
    </article>
  );
}

function Reference({ description }: { readonly description: Description }) {
  const [search, setSearch] = useState("");
  const [isForKeys, setIsForKeys] = useState(true);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const calls = callsIn(description.paths);
  const webhooks = callsIn(description.webhooks ?? {});

  useEffect(() => {
    function follow(): void {
      const id = window.location.hash.slice(1);
      const named = callsIn(description.paths).find(({ operation }) => operation.operationId === id);
      if (named) {
        setSearch("");
        if (named.operation["x-api-scope"] === undefined) setIsForKeys(false);
        setOpen((before) => new Set([...before, id]));
      }
      // After the call is drawn: the content comes later than the navigation.
      requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
    }
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [description]);

  const shown = calls.filter(
    (call) => isFound(call, search) && (!isForKeys || call.operation["x-api-scope"] !== undefined),
  );
  const groups = description.tags
    .map((tag) => ({ ...tag, calls: shown.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((group) => group.calls.length > 0);
  const item = (call: DescribedCall) => (
    <CallItem
      key={call.operation.operationId}
      call={call}
      description={description}
      isOpen={open.has(call.operation.operationId)}
      onToggle={(isOpen) =>
        setOpen((before) => {
          const { operationId } = call.operation;
          if (before.has(operationId) === isOpen) return before;
          return new Set(isOpen ? [...before, operationId] : [...before].filter((id) => id !== operationId));
        })
      }
    />
  );
  return (
    <>
      <Guide text={description.info.description} />
      <ErrorCodes text={description.components.schemas["ErrorCode"]?.description ?? ""} />
      <section aria-labelledby="calls">
        <h2 id="calls">Calls</h2>
        <p>
          The same as <a href="/api/latest/openapi.json">OpenAPI 3.1</a>.
        </p>
        <div className={styles.filter}>
          <label>
            Find a call
            <input
              type="search"
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </label>
          <label>
            <input type="checkbox" checked={isForKeys} onChange={(event) => setIsForKeys(event.target.checked)} /> Only
            calls open to API keys
          </label>
          <p role="status">
            {shown.length} of {calls.length} calls
          </p>
        </div>
        <div className={styles.reference}>
          <nav aria-label="Calls">
            {groups.map(({ name, calls: inGroup }) => (
              <div key={name}>
                <p>{name}</p>
                <ul role="list">
                  {inGroup.map(({ operation: { operationId, summary } }) => (
                    <li key={operationId}>
                      <a href={`#${operationId}`}>{summary}</a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <div>
            {groups.map(({ name, description: text, calls: inGroup }) => (
              <section key={name} aria-label={name} className={styles.group}>
                <h3>{name}</h3>
                <p>{text}</p>
                {inGroup.map(item)}
              </section>
            ))}
          </div>
        </div>
      </section>
      {webhooks.length > 0 && (
        <section aria-labelledby="webhook-events">
          <h2 id="webhook-events">Webhook events</h2>
          {webhooks.map(item)}
        </section>
      )}
    </>
  );
}

/** The description's own chapters: a heading, then paragraphs. */
function Guide({ text }: { readonly text: string }) {
  const chapters = text.split(/^## /m).slice(1);
  return chapters.map((chapter) => {
    const [title = "", ...rest] = chapter.split("\n");
    const id = title.toLowerCase().replaceAll(/\W+/g, "-");
    return (
      <section key={id} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {rest
          .join("\n")
          .split("\n\n")
          .filter((paragraph) => paragraph.trim() !== "")
          .map((paragraph) => (
            <p key={paragraph}>
              <Plain text={paragraph} />
            </p>
          ))}
      </section>
    );
  });
}

function ErrorCodes({ text }: { readonly text: string }) {
  const codes = [...text.matchAll(/^- (\w+) \((\d+)\): (.+)$/gm)];
  return (
    <details className={styles.call} id="error-codes">
      <summary>Every error code</summary>
      <dl className={styles.fields}>
        {codes.map(([, code, status, meaning = ""]) => (
          <div key={code}>
            <dt>
              <code>{code}</code> <span className={styles.type}>{status}</span>
            </dt>
            <dd>
              <Plain text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
