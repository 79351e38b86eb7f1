// Owns the groups as a form offers them. Apart from what changes groups, which brings people and their accounts along.
import { listGroupChoices } from "#features/groups/contract.ts";
import { query } from "#kit/web/http/query.ts";

export const groupChoices = query(listGroupChoices);
