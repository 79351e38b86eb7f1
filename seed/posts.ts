import type { PostStatus } from "#features/posts/contract.ts";

interface SamplePost {
  readonly author: string;
  readonly title: string;
  readonly summary?: string;
  readonly body: string;
  readonly status?: PostStatus;
  readonly pinned?: boolean;
  /** Name of the group it is for; the whole organization unless said. */
  readonly group?: string;
}

export const POSTS: readonly SamplePost[] = [
  {
    author: "registered@example.com",
    title: "What to ask before a bank login",
    summary: "Four questions that save a second call.",
    body: `Borrowers say yes faster when they know what comes next. Before you send the link, ask:

1. Which bank gets your **paycheck**?
2. Which account holds the money for the **down payment**?
3. Did anybody *give* you part of it?
4. Have you moved money between accounts in the last 60 days?

A "yes" to the third means a gift letter. Ask for it now, not in the week of closing.`,
  },
  {
    author: "registered@example.com",
    title: "Large deposits: letters that pass",
    group: "Purchase desk",
    body: `Two files came back last week because the letter named no source. A letter that passes says:

- the **date** and the **amount** of the deposit, as the statement shows them
- where the money came from, with a bill of sale or a transfer record
- that nothing of it has to be paid back

> A deposit above half of the monthly qualifying income needs its source on a purchase.

See [the selling guide](https://selling-guide.fanniemae.com/) for the whole text.`,
  },
  {
    author: "registered@example.com",
    title: "Notes from the processor lunch",
    status: "draft",
    body: `*Not finished yet.*

- reports older than **60 days** at the note date
- who reorders, and when
- joint accounts with a parent`,
  },
  {
    author: "admin@example.com",
    title: "Bank reports come before rate locks",
    summary: "From this month, no lock without a report.",
    pinned: true,
    body: `## What changes

From this month a file needs a **ready asset report** before its rate is locked.

## Why

Of last quarter's extensions, two in three waited for bank statements.

## What to do

1. Create the borrower on the day of the application.
2. Send the link at once.
3. No one connects within two days? Call.`,
  },
  {
    author: "admin@example.com",
    title: "Holiday hours in December",
    body: `We close at **noon** on December 24 and 31, and stay closed on December 25 and January 1.

Wire cut-off on short days is **11:00 a.m. Eastern**. Move closings of those days to the 23rd or 30th where you can.`,
  },
  {
    author: "admin@example.com",
    title: "Refinance desk: reserves for second homes",
    group: "Refinance desk",
    body: `A second home needs **two months** of reserves. For each further financed property add its share of the unpaid balances.

| Financed properties | Of the balances |
| --- | --- |
| 1 to 4 | 2 % |
| 5 to 6 | 4 % |
| 7 to 10 | 6 % |`,
  },
  {
    author: "outsider@example.com",
    title: "Welcome to Beta Credit's board",
    pinned: true,
    body: `Everything that **both branches** need to know is here. Short is good; a link is better than a page.

Write what is new, what is due and what went wrong. Borrowers' names stay in their files.`,
  },
  {
    author: "outsider@example.com",
    title: "East branch: gift funds checklist",
    group: "East branch",
    body: `For every gift, before underwriting:

- [gift letter](https://example.com/gift-letter), signed by both
- the donor's account, one page
- the transfer, **on both sides**

A deposit in cash is no gift that we can count.`,
  },
  {
    author: "outsider@example.com",
    title: "Turn times for January",
    status: "draft",
    body: `To be checked with the West branch:

1. underwriting: **three** business days
2. conditions: two
3. closing documents: one`,
  },
];
