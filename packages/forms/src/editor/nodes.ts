import { compact } from '../json.ts';
import type { FieldType, FormDoc, FormNode, Option } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import type { NodeWords } from '../registry/spec.ts';
import { namesIn, renameFields, rulesOf } from '../rules/references.ts';
import { answerFields, walk } from '../tree.ts';

export interface NodeRegister {
  next(): number;
  /** The wanted name, or the name with a number if it is taken in the scope. */
  free(preferredName: string, scope: Set<string>): string;
}

/** Counts from `seq`; `seq()` returns the last id. */
export function createRegister(seq: number): NodeRegister & { seq(): number } {
  let last = seq;
  return {
    seq: () => last,
    next: () => ++last,
    free: (preferredName, scope) => {
      let name = preferredName;
      for (let number = 2; scope.has(name); number++) name = `${preferredName.slice(0, 58)}_${number}`;
      scope.add(name);
      return name;
    },
  };
}

/** Names in use within the scope of `parent`. */
export function namesAround(doc: FormDoc, parent: FormNode | null): Set<string> {
  for (let table = parent; table; table = parentOf(doc, table)) {
    if (table.type === 'subtable') return new Set(answerFields(table.children ?? []).map(({ name }) => name));
  }
  return new Set(answerFields(doc.fields).map(({ name }) => name));
}

function parentOf(doc: FormDoc, child: FormNode): FormNode | null {
  for (const [node, parent] of walk(doc.fields)) if (node.id === child.id) return parent;
  return null;
}

/** Default name: `field101`, or `row101` for a component without an answer. */
const defaultName = (type: FieldType, id: number) => `${specOf(type).answer === 'none' ? 'row' : 'field'}${id}`;

export function newNode(type: FieldType, words: NodeWords, register: NodeRegister, scope: Set<string>, name?: string): FormNode {
  const defaults = specOf(type).fresh();
  const id = register.next();
  const options = words.options?.map((label, index): Option => ({ label, value: index + 1 }));
  const tabs = type === 'tabs' ? (words.options ?? ['1', '2']).map((label) => newNode('tab', { label }, register, scope)) : undefined;
  const textKey = type === 'button' ? 'text' : type === 'text' ? 'content' : type === 'upload' ? 'buttonText' : undefined;
  return compact({
    id,
    type,
    label: words.label,
    placeholder: specOf(type).placeholder && words.placeholder,
    ...defaults,
    name: register.free(name ?? defaultName(type, id), scope),
    regList: [],
    props: { ...defaults.props, ...(textKey && words.text ? { [textKey]: words.text } : {}) },
    options: defaults.options && type !== 'auto-complete' && type !== 'mentions' ? (options ?? []) : defaults.options,
    children: tabs ?? defaults.children,
  });
}

/**
 * Copies with new ids and free names. Default names follow the id; custom names get a number only if taken. Rules among the copies are
 * updated.
 */
export function adoptNodes(nodes: readonly FormNode[], register: NodeRegister, scope: Set<string>): FormNode[] {
  const names = new Map<string, string>();
  const visit = (node: FormNode, within: Set<string>): FormNode => {
    const id = register.next();
    const hasDefaultName = node.name === defaultName(node.type, node.id);
    const answers = specOf(node.type).answer !== 'none';
    const preferredName = hasDefaultName ? defaultName(node.type, id) : node.name;
    const name = answers || hasDefaultName ? register.free(preferredName, answers ? within : new Set()) : preferredName;
    if (name !== node.name && answers) names.set(node.name, name);
    const inner = node.type === 'subtable' ? new Set<string>() : within;
    return compact({ ...node, id, name, children: node.children?.map((child) => visit(child, inner)) });
  };
  const copies = nodes.map((node) => visit(node, scope));
  return names.size === 0 ? copies : copies.map((node) => withNames(node, (name) => renameReference(name, names)));
}

const renameReference = (name: string, names: ReadonlyMap<string, string>): string => {
  const [head, column] = name.split('.') as [string, string?];
  return [names.get(head) ?? head, ...(column === undefined ? [] : [names.get(column) ?? column])].join('.');
};

/** Replaces names in the rules of a component and its children. Returns the same object if nothing changes. */
export function withNames(node: FormNode, to: (name: string) => string): FormNode {
  const children = node.children?.map((child) => withNames(child, to));
  const same = !children || children.every((child, index) => child === node.children![index]);
  const endKeys = node.type === 'map-view' ? ['startField', 'endField'].filter((key) => typeof node.props[key] === 'string') : [];
  const usedNames = [...rulesOf(node).flatMap(([, expr]) => namesIn(expr)), ...endKeys.map((key) => String(node.props[key]))];
  if (usedNames.every((name) => to(name) === name)) return same ? node : { ...node, children: children! };
  const rules =
    node.rules && (Object.fromEntries(rulesOf(node).map(([kind, expr]) => [kind, renameFields(expr, to)])) as FormNode['rules']);
  const props = { ...node.props, ...Object.fromEntries(endKeys.map((key) => [key, to(String(node.props[key]))])) };
  return compact({ ...node, rules, props, children });
}
