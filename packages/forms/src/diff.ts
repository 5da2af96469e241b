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

interface Known {
  node: FormNode;
  name: string;
}

function fieldsOf(doc: FormDoc): Known[] {
  const known: Known[] = [];
  const visit = (nodes: readonly FormNode[], table: string) => {
    for (const node of nodes) {
      const name = table + node.name;
      if (specOf(node.type).answer !== 'none') known.push({ node, name });
      visit(node.children ?? [], node.type === 'subtable' ? `${name}.` : table);
    }
  };
  visit(doc.fields, '');
  return known;
}

const labelOf = ({ node, name }: Known) => node.label ?? name;
const apart = ['id', 'type', 'name', 'children', 'x'];
const keysThatDiffer = (left: object, right: object) =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (key) => !apart.includes(key) && !sameJson(left[key as keyof object], right[key as keyof object]),
  );

/** Order: removed, renamed and retyped fields, then new fields, then the rest. Each group follows document order. */
export function diffDocs(before: FormDoc, after: FormDoc): DocChange[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const pairs = new Map<Known, Known>();
  const taken = new Set<Known>();
  for (const same of [
    (one: Known, other: Known) => one.node.id === other.node.id && one.name === other.name,
    (one: Known, other: Known) => one.name === other.name,
    (one: Known, other: Known) => one.node.id === other.node.id,
  ])
    for (const one of old) {
      if (pairs.has(one)) continue;
      const match = fresh.find((other) => !taken.has(other) && same(one, other));
      if (!match) continue;
      pairs.set(one, match);
      taken.add(match);
    }
  const lost = old.flatMap((one): DocChange[] => {
    const match = pairs.get(one);
    const [name, label] = [one.name, labelOf(one)];
    if (!match) return [{ change: 'removed', name, label, type: one.node.type }];
    const changes: DocChange[] = [];
    if (match.name !== name) changes.push({ change: 'renamed', name, to: match.name, label });
    if (match.node.type !== one.node.type) changes.push({ change: 'retyped', name, label, from: one.node.type, to: match.node.type });
    return changes;
  });
  const added = fresh
    .filter((one) => !taken.has(one))
    .map((one): DocChange => ({ change: 'added', name: one.name, label: labelOf(one), type: one.node.type }));
  const altered = [...pairs].flatMap(([one, match]): DocChange[] => {
    const keys = keysThatDiffer(one.node, match.node);
    return keys.length > 0 ? [{ change: 'altered', name: one.name, label: labelOf(one), keys }] : [];
  });
  const keys = [...(before.form.name === after.form.name ? [] : ['name']), ...keysThatDiffer(before.form, after.form)];
  const later = new Map([...pairs].map(([one, match]) => [one.node.id, match.node.id]));
  const gone = new Set(old.filter((one) => !pairs.has(one)).map(({ node }) => node));
  const come = new Set(fresh.filter((one) => !taken.has(one)).map(({ node }) => node));
  const arranged = shapeOf(before, gone, ({ id }) => later.get(id) ?? id) !== shapeOf(after, come);
  return [
    ...lost,
    ...added,
    ...altered,
    ...(keys.length > 0 ? [{ change: 'settings', keys } as const] : []),
    ...(arranged ? [{ change: 'arranged' } as const] : []),
  ];
}

/** The tree as ids only, without the fields in `without`. Compares order and nesting. */
function shapeOf(doc: FormDoc, without: ReadonlySet<FormNode>, idOf = (node: FormNode) => node.id): string {
  const kept = [...walk(doc.fields)].filter(([node]) => !without.has(node));
  return JSON.stringify(kept.map(([node, parent]) => [idOf(node), parent && idOf(parent)]));
}

export const lostName = (change: DocChange): string[] =>
  change.change === 'removed' || change.change === 'renamed' || change.change === 'retyped' ? [change.name] : [];

/** Equality of two documents, ignoring the id counter. */
export const sameDoc = (left: FormDoc, right: FormDoc): boolean => sameJson({ ...left, idSeq: 0 }, { ...right, idSeq: 0 });
