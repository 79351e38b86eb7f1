import { describe, expect, test } from "vitest";
import { changedFields, mergeValues } from "./use-edit-conflict.ts";

const NAME = { name: "name", label: "Name" };
const NOTES = { name: "notes", label: "Notes" };
const PEOPLE = { name: "people", label: "People" };
const DAYS = { name: "policy.days", label: "Days" };
const FIELDS = [NAME, NOTES, PEOPLE, DAYS];
const base = { name: "Dana", notes: "none", people: [] as object[], policy: { days: 30 } };

describe("when someone else saved first", () => {
  test("fields that only they changed are taken, fields that both changed stay mine", () => {
    const mine = { ...base, notes: "mine", name: "Diana" };
    const theirs = { ...base, notes: "theirs", policy: { days: 60 } };
    expect(mergeValues(FIELDS, { base, mine, theirs })).toEqual({ taken: [DAYS], retained: [NOTES] });
  });

  test("the same change on both sides is no conflict", () => {
    const both = { ...base, notes: "same" };
    const theirs = { ...both, name: "Diana" };
    expect(mergeValues(FIELDS, { base, mine: both, theirs })).toEqual({ taken: [NAME], retained: [] });
  });

  test("lists are compared by their content", () => {
    const ann = { firstName: "Ann" };
    expect(changedFields(FIELDS, { ...base, people: [ann] }, { ...base, people: [{ ...ann }] })).toEqual([]);
    expect(changedFields(FIELDS, base, { ...base, people: [ann] })).toEqual([PEOPLE]);
  });
});
