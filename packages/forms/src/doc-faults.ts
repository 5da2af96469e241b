import { faultOf } from './answers/validate.ts';
import { firstDuplicate } from './json.ts';
import { type FormDoc, type FormNode, flattenOptions } from './model.ts';
import { patternRefusal } from './pattern/pattern-rule.ts';
import { specOf } from './registry/registry.ts';
import { isEmpty } from './rules/evaluate.ts';
import { namesIn, type RuleKind, rulesOf } from './rules/references.ts';
import { ancestorsOf, answerFields } from './tree.ts';

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
  const visit = (nodes: readonly FormNode[], allowedNames: ReadonlySet<string>): DocFault[] =>
    nodes.flatMap((node) => {
      const inner = node.type === 'subtable' ? new Set([...outer, ...columnNames(node)]) : allowedNames;
      return [...nodeFaults(node, allowedNames), ...visit(node.children ?? [], inner)];
    });
  const faults = visit(doc.fields, new Set(outer));
  if (answerFields(doc.fields).length === 0) faults.push({ what: 'noFields', level: 'warning', label: '', params: {} });
  return faults;
}

function nodeFaults(node: FormNode, allowedNames: ReadonlySet<string>): DocFault[] {
  const faults: DocFault[] = [];
  const add = (what: DocFault['what'], level: DocFault['level'], params: DocFault['params'] = {}) =>
    faults.push({ what, level, id: node.id, label: node.label || node.name, params });
  const spec = specOf(node.type);
  if (node.type === 'unknown') add('unknownType', 'warning');
  if (spec.answer !== 'none' && !node.label) add('noLabel', 'warning');
  for (const { name, rule } of unknownReferences(node, allowedNames)) add('referenceGone', 'error', { name, rule });
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
  if (node.public && [node, ...answerFields(node.children ?? [])].some(({ type }) => type === 'password')) add('publicPassword', 'error');
  if (!isEmpty(node.defaultValue) && spec.answer !== 'none' && faultOf(node, node.defaultValue!, false)) add('defaultWrong', 'warning');
  return faults;
}

function optionFaults(node: FormNode, add: (what: DocFault['what'], level: DocFault['level'], params?: DocFault['params']) => void) {
  if ((node.source?.mode ?? 'static') !== 'static') return;
  const values = flattenOptions(node.options!).map(({ value }) => value);
  const duplicate = node.type === 'cascader' ? undefined : firstDuplicate(values);
  if (values.length === 0) add('noOptions', 'warning');
  if (duplicate !== undefined) add('optionTwice', 'error', { value: duplicate });
}

function isCrossed({ props }: FormNode): boolean {
  const isAbove = (low: unknown, high: unknown) =>
    (typeof low === 'number' && typeof high === 'number' && low > high) ||
    (typeof low === 'string' && typeof high === 'string' && low !== '' && high !== '' && low > high);
  return isAbove(props.min, props.max) || isAbove(props.minDate, props.maxDate);
}

export const listUnknownReferences = (doc: FormDoc, node: FormNode): { name: string; rule: RuleKind }[] =>
  node.rules ? unknownReferences(node, new Set(referableNames(doc, node))) : [];

const unknownReferences = (node: FormNode, allowedNames: ReadonlySet<string>) =>
  rulesOf(node).flatMap(([rule, expr]) => namesIn(expr).flatMap((name) => (allowedNames.has(name) ? [] : [{ name, rule }])));

const columnNames = (table: FormNode) => answerFields(table.children ?? []).map(({ name }) => name);

function outerNames(doc: FormDoc): string[] {
  const fields = answerFields(doc.fields);
  const columns = fields.flatMap((each) => (each.type === 'subtable' ? columnNames(each).map((name) => `${each.name}.${name}`) : []));
  return [...fields.map(({ name }) => name), ...columns];
}

/** Names that a component's rules may reference: columns of its row, then fields of the form and columns of sub-tables. */
export function referableNames(doc: FormDoc, node: FormNode): string[] {
  const table = ancestorsOf(doc, node.id).find(({ type }) => type === 'subtable');
  return [...new Set([...(table ? columnNames(table) : []), ...outerNames(doc)])];
}
