import ts from "typescript";

// Mutants of one TypeScript file, all of them compiled into it at once: `switched ? mutated : original`.

export interface Mutant {
  /** Number within its file; the switch in the instrumented source. */
  readonly id: number;
  readonly line: number;
  /** The function around it, or "top level". */
  readonly within: string;
  readonly before: string;
  readonly after: string;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** Every switch reads `__mutant.reach(id)`. */
  readonly source: string;
}

/** One way to change a node: `code` replaces it at run time, `shown` in the report. */
interface Change {
  readonly code: string;
  readonly shown: string;
}

const OTHER_OPERATORS: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [ts.SyntaxKind.LessThanToken]: ["<=", ">="],
  [ts.SyntaxKind.LessThanEqualsToken]: ["<", ">"],
  [ts.SyntaxKind.GreaterThanToken]: [">=", "<="],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [">", "<"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ["!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ["==="],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ["||"],
  [ts.SyntaxKind.BarBarToken]: ["&&"],
  [ts.SyntaxKind.PlusToken]: ["-"],
  [ts.SyntaxKind.MinusToken]: ["+"],
  [ts.SyntaxKind.AsteriskToken]: ["/"],
  [ts.SyntaxKind.SlashToken]: ["*"],
  [ts.SyntaxKind.PlusEqualsToken]: ["-="],
  [ts.SyntaxKind.MinusEqualsToken]: ["+="],
};
const COMPARISONS = new Set(["<", "<=", ">", ">=", "===", "!=="]);
const OTHER_METHODS: Record<string, string> = { some: "every", every: "some" };
const OTHER_MATH: Record<string, string> = { min: "max", max: "min", floor: "ceil", ceil: "floor" };
const OTHER_WORDS: Record<string, string> = {
  blocker: "info",
  review: "info",
  info: "blocker",
  U: "C",
  C: "U",
  N: "U",
};
const LONGEST_SNIPPET = 90;

/** @param isMutable which top-level statements have mutants; all of them unless given */
export function instrument(
  fileName: string,
  text: string,
  isMutable: (statement: ts.Node) => boolean = () => true,
): Instrumented {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];

  const number = (node: ts.Node, { shown }: Pick<Change, "shown">): number => {
    const [from, to] = snippetAround(node);
    mutants.push({
      id: mutants.length,
      line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      within: functionAround(node),
      before: flat(text.slice(from, to)),
      after: flat(text.slice(from, node.getStart()) + shown + text.slice(node.getEnd(), to)),
    });
    return mutants.length - 1;
  };

  const render = (node: ts.Node): string => {
    if (isUntouched(node) || (node.parent === file && !isMutable(node))) return node.getFullText();
    const method = otherMethod(node);
    if (method) {
      const { access, name } = method;
      const id = number(access.name, { shown: name });
      const dot = access.questionDotToken ? "?." : "";
      return `${render(access.expression)}${dot}[__mutant.reach(${id})?"${name}":"${access.name.text}"]`;
    }
    let rendered = "";
    let at = node.getFullStart();
    ts.forEachChild(node, (child) => {
      rendered += text.slice(at, child.getFullStart()) + render(child);
      at = child.getEnd();
    });
    rendered += text.slice(at, node.getEnd());
    const lead = text.slice(node.getFullStart(), node.getStart());
    const switches = changesOf(node).map((change) => `__mutant.reach(${number(node, change)})?${change.code}:`);
    if (switches.length === 0) return rendered;
    return `${lead}(${switches.join("")}${rendered.slice(lead.length)})`;
  };

  return { source: render(file), mutants };
}

/** Types, imports and texts have no mutants. */
function isUntouched(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isConditionalExpression(node) && isText(node.whenTrue) && isText(node.whenFalse))
  );
}

function isText(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node)) return isText(node.whenTrue) && isText(node.whenFalse);
  return (
    ts.isTemplateExpression(node) ||
    (ts.isStringLiteralLike(node) && (node.text === "" || !/^[A-Za-z_]+$/.test(node.text)))
  );
}

/** `some` for `every` and the like: by name, so that an optional chain stays one chain. */
function otherMethod(node: ts.Node): { access: ts.PropertyAccessExpression; name: string } | undefined {
  if (!ts.isPropertyAccessExpression(node) || !ts.isCallExpression(node.parent) || node.parent.expression !== node)
    return undefined;
  const { text } = node.name;
  const isMath = node.expression.getText() === "Math";
  // A slice from a function, which is not a number, is a copy of the whole array.
  const name = isMath ? OTHER_MATH[text] : text === "filter" ? "slice" : OTHER_METHODS[text];
  return name === undefined ? undefined : { access: node, name };
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isSourceFile(node)) return [];
  const own = ownChanges(node);
  const isNegatable = isCondition(node) && !ts.isPrefixUnaryExpression(node) && !isComparison(node);
  if (isNegatable) own.push(same(`!(${node.getText()})`));
  return own;
}

function ownChanges(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return binaryChanges(node);
  if (ts.isPrefixUnaryExpression(node)) {
    const isDropped =
      node.operator === ts.SyntaxKind.ExclamationToken ||
      (node.operator === ts.SyntaxKind.MinusToken && !ts.isNumericLiteral(node.operand));
    return isDropped ? [same(node.operand.getText())] : [];
  }
  if (ts.isNumericLiteral(node)) {
    if (isName(node)) return [];
    return otherNumbers(node).map((other) => same(other < 0 ? `(${other})` : String(other)));
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [same("false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [same("true")];
  if (ts.isStringLiteral(node)) return wordChanges(node);
  if (
    ts.isArrowFunction(node.parent) &&
    node.parent.body === node &&
    returnsArray(node.parent) &&
    isWorthEmptying(node)
  )
    return [same("[]")];
  if (ts.isReturnStatement(node.parent) && returnsArray(functionOf(node)) && isWorthEmptying(node)) return [same("[]")];
  if (isSortOrder(node)) {
    const code = `((order) => (a, b) => order(b, a))(${node.getText()})`;
    return [{ code, shown: "flipped order" }];
  }
  if (ts.isCallExpression(node) && isSort(node.expression) && node.arguments.length === 0)
    return [same(`${node.getText()}.reverse()`)];
  return [];
}

/** One more and one less, without what changes nothing: another size of a sort order, or what the operator's mutant does. */
function otherNumbers(node: ts.NumericLiteral): number[] {
  const { parent } = node;
  const value = Number(node.getText().replaceAll("_", ""));
  const isOnRight = ts.isBinaryExpression(parent) && parent.right === node;
  const operator = isOnRight ? parent.operatorToken.getText() : "";
  const isOrder =
    ts.findAncestor(node, ts.isConditionalExpression) !== undefined && ts.findAncestor(node, isSortOrder) !== undefined;
  if (isOrder && value === 1) return [0];
  // On whole numbers, `> 1` is `>= 2`.
  if (operator === ">" || operator === "<=") return [value + 1];
  if (operator === ">=" || operator === "<") return [value - 1];
  return [value + 1, value - 1];
}

function binaryChanges(node: ts.BinaryExpression): Change[] {
  const { left, right, operatorToken } = node;
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return [same(`(${left.getText()})`, left.getText())];
  if (operatorToken.kind === ts.SyntaxKind.PlusToken && (isString(left) || isString(right))) return [];
  return (OTHER_OPERATORS[operatorToken.kind] ?? []).map((operator) => {
    const isAssignment = operator.length === 2 && operator.endsWith("=") && !COMPARISONS.has(operator);
    return same(
      isAssignment
        ? `${left.getText()} ${operator} ${right.getText()}`
        : `(${left.getText()}) ${operator} (${right.getText()})`,
      `${left.getText()} ${operator} ${right.getText()}`,
    );
  });
}

function wordChanges(node: ts.StringLiteral): Change[] {
  const { parent, text } = node;
  if (isName(node) || ts.isImportDeclaration(parent) || ts.isCaseClause(parent) || isComparison(parent)) return [];
  const other = OTHER_WORDS[text];
  if (other !== undefined) return [same(`"${other}"`)];
  const isCode =
    /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text) || (ts.isPropertyAssignment(parent) && parent.name.getText() === "code");
  return isCode || (isReturned(node) && /^[A-Za-z]\w*$/.test(text)) ? [same('"MUTANT"')] : [];
}

const same = (code: string, shown = code): Change => ({ code, shown });

function isReturned(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node.parent) && node.parent.condition !== node) return isReturned(node.parent);
  return ts.isReturnStatement(node.parent) || (ts.isArrowFunction(node.parent) && node.parent.body === node);
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  return (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) && parent.condition === node;
}

function isComparison(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.getText());
}

function isName(node: ts.Node): boolean {
  const { parent } = node;
  return (ts.isPropertyAssignment(parent) && parent.name === node) || ts.isLiteralTypeNode(parent);
}

function isString(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return isString(node.left) || isString(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || /(?:[kK]ey|Text|text)$/.test(node.getText());
}

function isSort(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && ["sort", "toSorted"].includes(node.name.text);
}

function isSortOrder(node: ts.Node): boolean {
  return (
    !ts.isSourceFile(node) &&
    ts.isCallExpression(node.parent) &&
    isSort(node.parent.expression) &&
    node.parent.arguments[0] === node
  );
}

function functionOf(node: ts.Node): ts.SignatureDeclaration | undefined {
  return ts.findAncestor(node, (one): one is ts.SignatureDeclaration => ts.isFunctionLike(one));
}

function returnsArray(declaration: ts.SignatureDeclaration | undefined): boolean {
  return declaration?.type?.getText().endsWith("[]") === true && !declaration.type.getText().startsWith("{");
}

function isWorthEmptying(node: ts.Node): boolean {
  return !ts.isBlock(node) && !(ts.isArrayLiteralExpression(node) && node.elements.length === 0);
}

/** The widest expression around a node that still fits on a line of the report, or the node's own line. */
function snippetAround(node: ts.Node): [from: number, to: number] {
  const file = node.getSourceFile();
  let widest = node;
  for (let at = node.parent; isSnippet(at); at = at.parent) {
    if (flat(at.getText()).length > LONGEST_SNIPPET || at.getText().includes("`")) break;
    widest = at;
  }
  if (widest !== node) return [widest.getStart(), widest.getEnd()];
  const lines = file.getLineStarts();
  const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
  const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
  const from = lines[first]!; // both lines are of this file
  const to = Math.max(node.getEnd(), (lines[last + 1] ?? file.end + 1) - 1);
  const lead = /^\s*/.exec(file.text.slice(from, to))![0].length; // matches any text
  return [from + lead, to];
}

function isSnippet(node: ts.Node): boolean {
  return (
    ts.isExpression(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isReturnStatement(node) ||
    ts.isVariableDeclaration(node)
  );
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("`", "'").trim();
}

function functionAround(node: ts.Node): string {
  const named = ts.findAncestor(
    node,
    (one) =>
      ts.isFunctionDeclaration(one) ||
      (ts.isVariableDeclaration(one) && one.parent.parent.parent.kind === ts.SyntaxKind.SourceFile),
  ) as ts.NamedDeclaration | undefined; // both kinds have names
  return named?.name?.getText() ?? "top level";
}
