// Finds SQL that reaches past the boundaries: those check who imports whom, but not a table's name in a statement.
import ts from "typescript";

export interface Reach {
  readonly file: string;
  /** The table named, and the feature that keeps it. */
  readonly table: string;
  readonly keeper: string;
}

const NAMED = /\b(?:from|join|into|update|using)\s+"?([a-z_]+)/g;
const TABLE_NAMES = /\bpgTable\(\s*"([a-z_]+)"/g;
const IMPORTED = /"#features\/([a-z-]+)\/server\//g;

/**
 * Tables that a feature's SQL names though they are another's, of whose server it imports nothing. Tables are a feature's
 * that declares them by `pgTable`; SQL is any text in a template or a string.
 * @param files what is in `features`, by path from the root
 */
export function tablesOutOfReach(files: ReadonlyMap<string, string>): Reach[] {
  const all = [...files].map(([file, text]) => ({ file, text, feature: file.split("/")[1]! })); // all begin with features/
  const keepers = new Map(
    all.flatMap(({ text, feature }) => [...text.matchAll(TABLE_NAMES)].map(([, table]) => [table!, feature] as const)),
  );
  const imported = new Map<string, Set<string>>();
  for (const { text, feature } of all) {
    const seen = imported.get(feature) ?? new Set([feature]);
    for (const [, other] of text.matchAll(IMPORTED)) seen.add(other!); // the pattern has the one group
    imported.set(feature, seen);
  }
  return all.flatMap(({ file, text, feature }) =>
    [...new Set(textsIn(file, text).flatMap((part) => [...part.matchAll(NAMED)].map(([, table]) => table!)))].flatMap(
      (table) => {
        const keeper = keepers.get(table);
        return keeper === undefined || imported.get(feature)!.has(keeper) ? [] : [{ file, table, keeper }];
      },
    ),
  );
}

function textsIn(file: string, text: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return texts;
}
