import { type AnswerFault, answerFields, type DocFault, type FormNode, isObject, type Json, type Option, specOf } from '@suyuan/forms';
import type { Translate } from '../core/words.ts';
import { SECRET_MASK } from '../system/setting.ts';
import type { WordKey } from '../words/zh-CN.ts';

/** Shared by browser and server. A custom message of the form takes precedence. */
export function formFaultText(t: Translate, { fault, label, params = {} }: Pick<AnswerFault, 'fault' | 'label' | 'params'>): string {
  if (typeof params.message === 'string' && params.message) return params.message;
  if (fault === 'pattern') return t('issue.form.patternPlain', { field: label });
  return t(`issue.form.${fault}` as WordKey, { field: label, ...params });
}

export const docFaultText = (t: Translate, { what, label, params }: DocFault): string =>
  t(`issue.form.doc.${what}`, {
    label,
    name: '',
    pattern: '',
    refusal: '',
    value: '',
    ...params,
    rule: params.rule ? t(`tool.build.rule.${params.rule}`) : '',
  });

/** `path` is e.g. `items.2.price`. */
export interface FormFieldFault {
  path: string;
  reason: string;
}

/** Options outside of the document, e.g. from a dictionary. */
export type OptionsOf = (node: FormNode) => readonly Option[] | undefined;

const flattenOptions = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flattenOptions(option.children ?? [])]);

const htmlToText = (html: string) =>
  html
    .replaceAll(/<(br|\/p|\/li|\/h\d|\/tr|\/div)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();

/** Labels instead of values, file names, sub-table rows as lines. Empty without an answer. Passwords are masked. */
export function formAnswerText(t: Translate, node: FormNode, value: Json | undefined, optionsOf: OptionsOf = () => undefined): string {
  if (value === undefined || value === null) return '';
  if (node.type === 'password') return SECRET_MASK;
  const options = flattenOptions(optionsOf(node) ?? node.options ?? []);
  const label = (key: Json) => options.find((option) => option.value === key)?.label ?? String(key);
  const list = Array.isArray(value) ? value : [value];
  switch (specOf(node.type).answer) {
    case 'flag':
      return t(value === true ? 'kit.yes' : 'kit.no');
    case 'choice':
    case 'choices':
      return list.map(label).join(t('kit.joint'));
    case 'path':
      return list.map(label).join(' / ');
    case 'pair':
      return list.join(' – ');
    case 'files':
      return list.map((file) => (isObject(file) ? String(file.name) : '')).join(t('kit.joint'));
    case 'rows':
      return list.map((row, at) => `${at + 1}. ${isObject(row) ? rowText(t, node, row, optionsOf) : ''}`).join('\n');
    case 'html':
      return htmlToText(String(value));
    case 'number': {
      if (node.type === 'rate') return `${value} / ${node.props.count ?? 5}`;
      const unit = node.props.addonAfter;
      return `${list.join(' – ')}${typeof unit === 'string' && unit ? ` ${unit}` : ''}`;
    }
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

const rowText = (t: Translate, table: FormNode, row: { [key: string]: Json }, optionsOf: OptionsOf) =>
  answerFields(table.children ?? [])
    .flatMap((column) => {
      const text = formAnswerText(t, column, row[column.name], optionsOf);
      return text ? [t('kit.pair', { what: column.label || column.name, which: text })] : [];
    })
    .join(t('kit.pairJoint'));
