import { compact, type Json } from '../json.ts';
import type { FieldType, FormDoc, FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { isValidNode, NAME } from '../schema.ts';
import { ancestorsOf, findNode } from '../tree.ts';
import { type Outcome, withNode } from './arrange.ts';
import { namesAround, withNames } from './nodes.ts';
import type { NodeChanges } from './state.ts';

/** Changes settings. A new label also replaces the old one at the end of the placeholder; a new name is updated in every rule. */
export function set(doc: FormDoc, ids: readonly number[], { name, ...changes }: NodeChanges): Outcome {
  let next = doc;
  if (name !== undefined) {
    const [id] = ids;
    if (ids.length !== 1 || id === undefined) return { refused: 'cannotName' };
    const renamed = rename(doc, id, name);
    if (!renamed) return { refused: 'cannotName' };
    next = renamed;
  }
  for (const id of ids) next = { ...next, fields: withNode(next.fields, id, (node) => applyChanges(node, changes)) };
  return toOutcome(doc, next, ids);
}

function applyChanges(node: FormNode, changes: Omit<NodeChanges, 'name'>): FormNode {
  const followsLabel =
    typeof changes.label === 'string' &&
    typeof node.placeholder === 'string' &&
    !('placeholder' in changes) &&
    node.label &&
    node.placeholder.endsWith(node.label);
  const placeholder = followsLabel ? `${(node.placeholder as string).slice(0, -node.label!.length)}${changes.label}` : node.placeholder;
  return compact({ ...node, placeholder, ...changes }) as FormNode;
}

/** One property of the type; undefined removes it. */
export function setProp(doc: FormDoc, ids: readonly number[], key: string, value: Json | undefined): Outcome {
  const fields = ids.reduce(
    (nodes, id) => withNode(nodes, id, (node) => ({ ...node, props: compact({ ...node.props, [key]: value as Json }) })),
    doc.fields,
  );
  return toOutcome(doc, { ...doc, fields }, ids);
}

/** Refuses the whole change if any component would become invalid. */
function toOutcome(doc: FormDoc, next: FormDoc, ids: readonly number[]): Outcome {
  const nodes = ids.map((id) => findNode(next.fields, id));
  if (nodes.length === 0 || nodes.some((node) => !node || !isValidNode(node))) return { refused: 'cannotChange' };
  return { doc: next.fields === doc.fields ? doc : next, selection: [...ids], message: 'changed' };
}

/** Undefined if the name is invalid or taken. */
function rename(doc: FormDoc, id: number, name: string): FormDoc | undefined {
  const node = findNode(doc.fields, id);
  if (!node || !NAME.test(name)) return undefined;
  if (name === node.name) return doc;
  const answers = specOf(node.type).answer !== 'none';
  const table = ancestorsOf(doc, id).find(({ type }) => type === 'subtable');
  if (answers && namesAround(doc, table ?? null).has(name)) return undefined;
  const withName = { ...doc, fields: withNode(doc.fields, id, (each) => ({ ...each, name })) };
  return answers
    ? { ...withName, fields: table ? renameColumn(withName.fields, table, node.name, name) : renameField(withName.fields, node.name, name) }
    : withName;
}

/** Skips sub-tables with a column of the old name, which takes precedence there. */
function renameField(nodes: FormNode[], from: string, to: string): FormNode[] {
  const toNewName = (name: string) => (name === from ? to : name.startsWith(`${from}.`) ? `${to}${name.slice(from.length)}` : name);
  return nodes.map((node) => {
    const hidden = node.type === 'subtable' && (node.children ?? []).some((column) => column.name === from);
    return withChildren(node, toNewName, (children) => (hidden ? children : renameField(children, from, to)));
  });
}

function renameColumn(nodes: FormNode[], table: FormNode, from: string, to: string): FormNode[] {
  const within = (name: string) => (name === from ? to : name);
  const outside = (name: string) => (name === `${table.name}.${from}` ? `${table.name}.${to}` : name);
  return nodes.map((node) =>
    withChildren(node, outside, (children) =>
      node.id === table.id
        ? children.map((column) => withNames(withNames(column, within), outside))
        : renameColumn(children, table, from, to),
    ),
  );
}

/** Updates the component's own rules; `change` handles the children. */
function withChildren(node: FormNode, to: (name: string) => string, change: (children: FormNode[]) => FormNode[]): FormNode {
  if (!node.children) return withNames(node, to);
  return { ...withNames({ ...node, children: [] }, to), children: change(node.children) };
}

const sharedKeys = ['label', 'showLabel', 'help', 'span', 'rules', 'keepHidden', 'public', 'x'] as const;

/**
 * Changes the type and keeps shared settings. Keeps a default only if it is valid for the new type. Layout types change to layout types,
 * fields to fields.
 */
export function retype(doc: FormDoc, id: number, type: FieldType): Outcome {
  const node = findNode(doc.fields, id);
  if (!node || node.type === type || !retypesOf(doc, id).includes(type)) return { refused: 'cannotRetype' };
  return { doc: { ...doc, fields: withNode(doc.fields, id, (old) => withType(old, type)) }, selection: [id], message: 'retyped' };
}

function withType(old: FormNode, type: FieldType): FormNode {
  const spec = specOf(type);
  const defaults = spec.fresh();
  const hasSetting = (key: string) => spec.settings.some((setting) => setting.key === key);
  const sharedProps = Object.fromEntries(
    Object.entries(old.props).filter(([key, value]) => spec.props.safeParse({ [key]: value }).success),
  );
  const commonSettings = Object.fromEntries(sharedKeys.flatMap((key) => (old[key] === undefined ? [] : [[key, old[key]]])));
  const isMatchingPair = (placeholder: FormNode['placeholder']) => Array.isArray(placeholder) === (spec.placeholder === 'pair');
  const node = compact({
    ...defaults,
    ...commonSettings,
    public: type === 'password' ? undefined : old.public,
    id: old.id,
    type,
    name: old.name,
    required: hasSetting('required') ? old.required : undefined,
    requiredMessage: hasSetting('requiredMessage') ? old.requiredMessage : undefined,
    placeholder: spec.placeholder && isMatchingPair(old.placeholder) ? old.placeholder : undefined,
    regList: hasSetting('regList') ? old.regList : [],
    props: { ...defaults.props, ...sharedProps },
    options: defaults.options && (old.options ?? defaults.options),
    source: defaults.source && (old.source ?? defaults.source),
    children: defaults.children && (old.children ?? defaults.children),
  }) as FormNode;
  const { defaultValue } = old;
  const isDefaultValid =
    hasSetting('defaultValue') && defaultValue !== undefined && defaultValue !== null && spec.fault(node, defaultValue) === undefined;
  return isDefaultValid ? { ...node, defaultValue } : node;
}

export function retypesOf(doc: FormDoc, id: number): FieldType[] {
  const node = findNode(doc.fields, id);
  if (!node) return [];
  if (node.type === 'row' || node.type === 'group') return ['row', 'group'];
  if (specOf(node.type).answer === 'none' || node.type === 'subtable') return [];
  const column = ancestorsOf(doc, id)[0]?.type === 'subtable';
  return answerTypes.filter((type) => !column || specOf(type).column);
}

const answerTypes: FieldType[] = [
  ...(['input', 'textarea', 'password', 'number', 'search', 'auto-complete', 'mentions', 'rich-text'] as const),
  ...(['select', 'cascader', 'tree-select', 'transfer', 'radio', 'checkbox', 'switch', 'slider', 'rate', 'upload', 'color'] as const),
  ...(['time', 'date', 'month', 'week', 'range', 'time-range', 'signature'] as const),
];
