import { faultOf } from './answers/validate.ts';
import type { FormDoc, FormNode, Option } from './model.ts';
import { patternRefusal } from './pattern/pattern-rule.ts';
import { specOf } from './registry/registry.ts';
import { isEmpty } from './rules/evaluate.ts';
import { namesIn, type RuleKind, rulesOf } from './rules/references.ts';
import { answering, around } from './tree.ts';

/**
 * Problems of a form that may still be saved as a draft. An `error` blocks publication, a `warning` marks a likely mistake. The text key
 * is `issue.form.doc.<what>`, with `{label}` and the params.
 */
export interface DocFault {
  what: /** The rule references an unknown field or one without an answer. `rule` is its kind. */
    | 'referenceGone'
    | 'pattern'
    | 'noOptions'
    | 'optionTwice'
    | 'noSource'
    | 'defaultWrong'
    | 'boundsCrossed'
    | 'emptyContainer'
    /** A public field or column would expose a password to consumers. */
    | 'publicPassword'
    | 'noLabel'
    | 'unknownType'
    | 'noFields';
  level: 'error' | 'warning';
  /** Absent for a problem of the whole form. */
  id?: number;
  label: string;
  params: { name?: string; rule?: RuleKind; pattern?: string; refusal?: string; value?: string | number };
}

/** In component order; problems of the whole form come last. */
export function docFaults(doc: FormDoc): DocFault[] {
  const outer = outerNames(doc);
  const visit = (nodes: readonly FormNode[], known: ReadonlySet<string>): DocFault[] =>
    nodes.flatMap((node) => {
      const inner = node.type === 'subtable' ? new Set([...outer, ...columnNames(node)]) : known;
      return [...nodeFaults(node, known), ...visit(node.children ?? [], inner)];
    });
  const faults = visit(doc.fields, new Set(outer));
  if (answering(doc.fields).length === 0) faults.push({ what: 'noFields', level: 'warning', label: '', params: {} });
  return faults;
}

function nodeFaults(node: FormNode, known: ReadonlySet<string>): DocFault[] {
  const faults: DocFault[] = [];
  const add = (what: DocFault['what'], level: DocFault['level'], params: DocFault['params'] = {}) =>
    faults.push({ what, level, id: node.id, label: node.label || node.name, params });
  const spec = specOf(node.type);
  if (node.type === 'unknown') add('unknownType', 'warning');
  if (spec.answer !== 'none' && !node.label) add('noLabel', 'warning');
  for (const { name, rule } of goneFrom(node, known)) add('referenceGone', 'error', { name, rule });
  for (const rule of node.regList) {
    const refusal = patternRefusal(rule);
    if (refusal) add('pattern', 'error', { pattern: rule.pattern, refusal });
  }
  if (node.options && spec.answer !== 'text') optionFaults(node, add);
  if (node.source?.mode === 'dynamic' && !node.source.url) add('noSource', 'error');
  if (node.source?.mode === 'dict' && !node.source.dict) add('noSource', 'error');
  if (isCrossed(node)) add('boundsCrossed', 'error');
  if (spec.holds !== 'nothing' && !node.children?.length)
    add('emptyContainer', node.type === 'subtable' || node.type === 'tabs' ? 'error' : 'warning');
  if (node.public && [node, ...answering(node.children ?? [])].some(({ type }) => type === 'password')) add('publicPassword', 'error');
  if (!isEmpty(node.defaultValue) && spec.answer !== 'none' && faultOf(node, node.defaultValue!, false)) add('defaultWrong', 'warning');
  return faults;
}

function optionFaults(node: FormNode, add: (what: DocFault['what'], level: DocFault['level'], params?: DocFault['params']) => void) {
  if ((node.source?.mode ?? 'static') !== 'static') return;
  const every = (options: readonly Option[]): Option[] => options.flatMap((option) => [option, ...every(option.children ?? [])]);
  const values = every(node.options!).map(({ value }) => value);
  const twice = node.type === 'cascader' ? undefined : values.find((value, index) => values.indexOf(value) !== index);
  if (values.length === 0) add('noOptions', 'warning');
  if (twice !== undefined) add('optionTwice', 'error', { value: twice });
}

function isCrossed({ props }: FormNode): boolean {
  const above = (low: unknown, high: unknown) =>
    (typeof low === 'number' && typeof high === 'number' && low > high) ||
    (typeof low === 'string' && typeof high === 'string' && low !== '' && high !== '' && low > high);
  return above(props.min, props.max) || above(props.minDate, props.maxDate);
}

export const goneReferences = (doc: FormDoc, node: FormNode): { name: string; rule: RuleKind }[] =>
  node.rules ? goneFrom(node, new Set(knownNames(doc, node))) : [];

const goneFrom = (node: FormNode, known: ReadonlySet<string>) =>
  rulesOf(node).flatMap(([rule, expr]) => namesIn(expr).flatMap((name) => (known.has(name) ? [] : [{ name, rule }])));

const columnNames = (table: FormNode) => answering(table.children ?? []).map(({ name }) => name);

function outerNames(doc: FormDoc): string[] {
  const fields = answering(doc.fields);
  const columns = fields.flatMap((each) => (each.type === 'subtable' ? columnNames(each).map((name) => `${each.name}.${name}`) : []));
  return [...fields.map(({ name }) => name), ...columns];
}

/** Names that a component's rules may reference: columns of its row, then fields of the form and columns of sub-tables. */
export function knownNames(doc: FormDoc, node: FormNode): string[] {
  const table = around(doc, node.id).find(({ type }) => type === 'subtable');
  return [...new Set([...(table ? columnNames(table) : []), ...outerNames(doc)])];
}
