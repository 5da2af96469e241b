import { answering, around, type Expr, type FormDoc, type FormNode, goneReferences, type RuleKind, rulesOf, walk } from '@suyuan/forms';

/** A field that a rule may reference, by its name in that scope. */
export interface Named {
  name: string;
  node: FormNode;
  label: string;
}

const labelled = (name: string, node: FormNode, above?: FormNode): Named => {
  const own = node.label || node.name;
  return { name, node, label: above ? `${above.label || above.name} › ${own}` : own };
};

/**
 * Names available to a component's rules, except its own: columns of its row, then fields of the form, and columns of sub-tables as
 * lists.
 */
export function namesFor(doc: FormDoc, id: number | undefined): Named[] {
  const table = id === undefined ? undefined : around(doc, id).find(({ type }) => type === 'subtable');
  const columns = table ? answering(table.children ?? []).map((node) => labelled(node.name, node)) : [];
  const outside = answering(doc.fields).flatMap((node) => [
    labelled(node.name, node),
    ...(node.type === 'subtable'
      ? answering(node.children ?? []).map((column) => labelled(`${node.name}.${column.name}`, column, node))
      : []),
  ]);
  const own = new Set(columns.map(({ name }) => name));
  return [...columns, ...outside.filter(({ name }) => !own.has(name))].filter(({ node }) => node.id !== id);
}

export interface RuleLine {
  node: FormNode;
  kind: RuleKind;
  expr: Expr;
  broken: string[];
}

/** In component order. */
export function rulesIn(doc: FormDoc): RuleLine[] {
  return [...walk(doc.fields)].flatMap(([node]) => {
    const gone = goneReferences(doc, node);
    return rulesOf(node).map(([kind, expr]) => ({
      node,
      kind,
      expr,
      broken: gone.filter(({ rule }) => rule === kind).map(({ name }) => name),
    }));
  });
}
