import { sameJson } from './json.ts';
import type { FieldType, FormDoc, FormNode } from './model.ts';
import { specOf } from './registry/registry.ts';
import { walk } from './tree.ts';

/**
 * Differences between two documents. Fields match by id, or by name if the id is new. `name` is the earlier name; `items.price` is a
 * column. Changes of components without an answer count as form changes.
 */
export type DocChange =
  | { change: 'added'; name: string; label: string; type: FieldType }
  | { change: 'removed'; name: string; label: string; type: FieldType }
  | { change: 'renamed'; name: string; to: string; label: string }
  | { change: 'retyped'; name: string; label: string; from: FieldType; to: FieldType }
  /** Changed settings. `keys` are keys of the node, such as `rules` or `options`. */
  | { change: 'altered'; name: string; label: string; keys: string[] }
  | { change: 'settings'; keys: string[] }
  /** Same fields in another order or container. */
  | { change: 'arranged' };

interface FieldEntry {
  node: FormNode;
  name: string;
}

function fieldsOf(doc: FormDoc): FieldEntry[] {
  const entries: FieldEntry[] = [];
  const visit = (nodes: readonly FormNode[], table: string) => {
    for (const node of nodes) {
      const name = table + node.name;
      if (specOf(node.type).answer !== 'none') entries.push({ node, name });
      visit(node.children ?? [], node.type === 'subtable' ? `${name}.` : table);
    }
  };
  visit(doc.fields, '');
  return entries;
}

const labelOf = ({ node, name }: FieldEntry) => node.label ?? name;
const ignoredKeys = ['id', 'type', 'name', 'children', 'x'];
const keysThatDiffer = (left: object, right: object) =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (key) => !ignoredKeys.includes(key) && !sameJson(left[key as keyof object], right[key as keyof object]),
  );

/** Order: removed, renamed and retyped fields, then new fields, then the rest. Each group follows document order. */
export function diffDocs(before: FormDoc, after: FormDoc): DocChange[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  const pairs = new Map<FieldEntry, FieldEntry>();
  const matched = new Set<FieldEntry>();
  for (const isSame of [
    (one: FieldEntry, other: FieldEntry) => one.node.id === other.node.id && one.name === other.name,
    (one: FieldEntry, other: FieldEntry) => one.name === other.name,
    (one: FieldEntry, other: FieldEntry) => one.node.id === other.node.id,
  ])
    for (const one of oldFields) {
      if (pairs.has(one)) continue;
      const match = newFields.find((other) => !matched.has(other) && isSame(one, other));
      if (!match) continue;
      pairs.set(one, match);
      matched.add(match);
    }
  const lostChanges = oldFields.flatMap((one): DocChange[] => {
    const match = pairs.get(one);
    const [name, label] = [one.name, labelOf(one)];
    if (!match) return [{ change: 'removed', name, label, type: one.node.type }];
    const changes: DocChange[] = [];
    if (match.name !== name) changes.push({ change: 'renamed', name, to: match.name, label });
    if (match.node.type !== one.node.type) changes.push({ change: 'retyped', name, label, from: one.node.type, to: match.node.type });
    return changes;
  });
  const added = newFields
    .filter((one) => !matched.has(one))
    .map((one): DocChange => ({ change: 'added', name: one.name, label: labelOf(one), type: one.node.type }));
  const altered = [...pairs].flatMap(([one, match]): DocChange[] => {
    const keys = keysThatDiffer(one.node, match.node);
    return keys.length > 0 ? [{ change: 'altered', name: one.name, label: labelOf(one), keys }] : [];
  });
  const keys = [...(before.form.name === after.form.name ? [] : ['name']), ...keysThatDiffer(before.form, after.form)];
  const newIds = new Map([...pairs].map(([one, match]) => [one.node.id, match.node.id]));
  const removedNodes = new Set(oldFields.filter((one) => !pairs.has(one)).map(({ node }) => node));
  const addedNodes = new Set(newFields.filter((one) => !matched.has(one)).map(({ node }) => node));
  const isRearranged = shapeOf(before, removedNodes, ({ id }) => newIds.get(id) ?? id) !== shapeOf(after, addedNodes);
  return [
    ...lostChanges,
    ...added,
    ...altered,
    ...(keys.length > 0 ? [{ change: 'settings', keys } as const] : []),
    ...(isRearranged ? [{ change: 'arranged' } as const] : []),
  ];
}

/** The tree as ids only, without the fields in `ignored`. Compares order and nesting. */
function shapeOf(doc: FormDoc, ignored: ReadonlySet<FormNode>, idOf = (node: FormNode) => node.id): string {
  const visited = [...walk(doc.fields)].filter(([node]) => !ignored.has(node));
  return JSON.stringify(visited.map(([node, parent]) => [idOf(node), parent && idOf(parent)]));
}

export const lostFieldNames = (change: DocChange): string[] =>
  change.change === 'removed' || change.change === 'renamed' || change.change === 'retyped' ? [change.name] : [];

/** Equality of two documents, ignoring the id counter. */
export const sameDoc = (left: FormDoc, right: FormDoc): boolean => sameJson({ ...left, idSeq: 0 }, { ...right, idSeq: 0 });
