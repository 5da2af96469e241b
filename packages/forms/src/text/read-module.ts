import { nearestSpot, pathKey, type ReadText, TextError, type TextFault, type TextSpot } from './text-fault.ts';

interface EsNode {
  type: string;
  loc?: { start: { line: number; column: number } } | null | undefined;
  [key: string]: unknown;
}

/** A module parser, e.g. acorn's `parse` with `locations`. Passed as an argument so that it can load lazily. */
export type ParseModule = (source: string) => unknown;

const spotAt = (node: EsNode): TextSpot => ({ line: node.loc?.start.line ?? 1, column: (node.loc?.start.column ?? 0) + 1 });
const refuse = (what: TextFault['what'], spot: TextSpot, key?: string): never => {
  throw new TextError({ what, ...spot, ...(key === undefined ? {} : { params: { key } }) });
};

/**
 * Reads `export default {…}` without running it; only literals are allowed. Extra statements, a missing export and invalid syntax are
 * three different faults.
 *
 * @throws TextError syntax, onlyExportDefault, noExportDefault, notLiteral, keyTwice
 */
export function readModule(text: string, parse: ParseModule): ReadText {
  const spots = new Map<string, TextSpot>();
  const statements = bodyOf(text, parse).filter(({ type }) => type !== 'EmptyStatement');
  const [statement, second] = statements;
  if (second) return refuse('onlyExportDefault', spotAt(statement!.type === 'ExportDefaultDeclaration' ? second : statement!));
  if (statement?.type !== 'ExportDefaultDeclaration')
    return refuse('noExportDefault', statement ? spotAt(statement) : { line: 1, column: 1 });

  const literal = (node: EsNode, path: PropertyKey[]): unknown => {
    spots.set(pathKey(path), spotAt(node));
    switch (node.type) {
      case 'ObjectExpression':
        return object(node, path);
      case 'ArrayExpression':
        return (node.elements as (EsNode | null)[]).map((each, index) => {
          if (each === null) return refuse('notLiteral', spotAt(node));
          return literal(each, [...path, index]) ?? null;
        });
      case 'Literal':
        return literalValue(node);
      case 'UnaryExpression':
        return signedNumber(node);
      case 'Identifier':
        return node.name === 'undefined' ? undefined : refuse('notLiteral', spotAt(node));
      default:
        return refuse('notLiteral', spotAt(node));
    }
  };
  const object = (node: EsNode, path: PropertyKey[]) => {
    const result: Record<string, unknown> = {};
    for (const property of node.properties as EsNode[]) {
      const { type, kind, computed, shorthand, method } = property;
      if (type !== 'Property' || kind !== 'init' || computed || shorthand || method) refuse('notLiteral', spotAt(property));
      const key = keyOf(property.key as EsNode);
      if (key === '__proto__') refuse('notLiteral', spotAt(property));
      if (Object.hasOwn(result, key)) refuse('keyTwice', spotAt(property), key);
      const value = literal(property.value as EsNode, [...path, key]);
      if (value !== undefined) result[key] = value;
    }
    return result;
  };
  return { value: literal(statement.declaration as EsNode, []), spotOf: (path) => nearestSpot(spots, path) };
}

function bodyOf(text: string, parse: ParseModule): EsNode[] {
  try {
    return (parse(text) as { body: EsNode[] }).body;
  } catch (error) {
    const { loc } = error as { loc?: { line: number; column: number } };
    return refuse('syntax', { line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 });
  }
}

const keyOf = (key: EsNode): string => (key.type === 'Identifier' ? String(key.name) : String(key.value));

function literalValue(node: EsNode): unknown {
  const { value, regex, bigint } = node as { value?: unknown; regex?: { pattern: string; flags: string }; bigint?: string };
  if (regex) return `/${regex.pattern}/${regex.flags}`;
  if (bigint !== undefined) return refuse('notLiteral', spotAt(node));
  return typeof value === 'number' && !Number.isFinite(value) ? refuse('notLiteral', spotAt(node)) : value;
}

function signedNumber(node: EsNode): unknown {
  const { operator, argument } = node as unknown as { operator: string; argument: EsNode };
  const isNumber = argument.type === 'Literal' && typeof argument.value === 'number';
  if (!isNumber || (operator !== '-' && operator !== '+')) return refuse('notLiteral', spotAt(node));
  return operator === '-' ? -(argument.value as number) : argument.value;
}
