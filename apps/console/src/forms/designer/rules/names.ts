import { answerFields, ancestorsOf, type Expr, type FormDoc, type FormNode, listUnknownReferences, type RuleKind, rulesOf, walk } from '@suyuan/forms';

/** A field that a rule may reference, by its name in that scope. */
export interface ScopeField {
  name: string;
  node: FormNode;
  label: string;
}

const toScopeField = (name: string, node: FormNode, table?: FormNode): ScopeField => {
  const ownLabel = node.label || node.name;
  return { name, node, label: table ? `${table.label || table.name} › ${ownLabel}` : ownLabel };
};

/**
 * Names available to a component's rules, except its own: columns of its row, then fields of the form, and columns of sub-tables as
 * lists.
 */
export function fieldsInScope(doc: FormDoc, id: number | undefined): ScopeField[] {
  const table = id === undefined ? undefined : ancestorsOf(doc, id).find(({ type }) => type === 'subtable');
  const columns = table ? answerFields(table.children ?? []).map((node) => toScopeField(node.name, node)) : [];
  const formFields = answerFields(doc.fields).flatMap((node) => [
    toScopeField(node.name, node),
    ...(node.type === 'subtable'
      ? answerFields(node.children ?? []).map((column) => toScopeField(`${node.name}.${column.name}`, column, node))
      : []),
  ]);
  const columnNames = new Set(columns.map(({ name }) => name));
  return [...columns, ...formFields.filter(({ name }) => !columnNames.has(name))].filter(({ node }) => node.id !== id);
}

export interface RuleEntry {
  node: FormNode;
  kind: RuleKind;
  expr: Expr;
  broken: string[];
}

/** In component order. */
export function rulesIn(doc: FormDoc): RuleEntry[] {
  return [...walk(doc.fields)].flatMap(([node]) => {
    const brokenReferences = listUnknownReferences(doc, node);
    return rulesOf(node).map(([kind, expr]) => ({
      node,
      kind,
      expr,
      broken: brokenReferences.filter(({ rule }) => rule === kind).map(({ name }) => name),
    }));
  });
}
