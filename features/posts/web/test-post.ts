import type { Post } from "#features/posts/contract.ts";

export function aPost(facts: Partial<Post> = {}): Post {
  return {
    id: "6c2e8b63-7b64-4d2c-9e1d-1b63b2a0c001",
    title: "Rates this week",
    body: "Up by **an eighth**.",
    summary: "",
    slug: "rates-this-week",
    status: "published",
    audience: { scope: "organization", groupIds: [] },
    pinned: false,
    publishAt: null,
    expireAt: null,
    author: { id: "6c2e8b63-7b64-4d2c-9e1d-1b63b2a0c002", firstName: "Ada", lastName: "Admin" },
    createdAt: "2026-11-01T12:00:00Z",
    updatedAt: "2026-11-01T12:00:00Z",
    version: 1,
    ...facts,
  };
}
