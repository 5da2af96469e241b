import type { GenField } from '../generator-field.ts';
import type { GenModel } from '../generator-model.ts';
import { isRangeFilter, rangeOf } from './contract.ts';
import { type Doc, quoted } from './doc-printer.ts';
import { namesOf } from './names.ts';

/** The condition of a filter, which is skipped if the filter is absent. */
export function filterConditions(model: GenModel, field: GenField): Doc[] {
  const { column } = namesOf(model);
  const { name, kind, htmlType } = field;
  // unordered values have no range
  const queryType = field.queryType === 'BETWEEN' && !isRangeFilter(field) ? 'EQ' : field.queryType;
  const where = (condition: Doc): Doc => ['rows = rows.where(', condition, ');'];
  const compare = (value: string, sign: string) => `${quoted(column(name))}, '${sign}', ${value}`;
  const [begin, end] = rangeOf(field);
  if (kind === 'boolean') return [[`if (${name} !== undefined) `, where(compare(name, '='))]];
  if (kind === 'time' && queryType === 'BETWEEN') return [where(`between(${quoted(column(name))}, ${begin}, ${end})`)];
  if (queryType === 'BETWEEN')
    return [begin, end].map((each, at) => [`if (${each} !== undefined) `, where(compare(each, at ? '<=' : '>='))]);
  if (queryType === 'LIKE' && (kind === 'text' || kind === 'lines'))
    return [[`if (${name}) `, where(`contains(${quoted(column(name))}, ${name})`)]];
  if (htmlType === 'checkbox' && kind === 'text')
    return [[`if (${name}) `, where(`sql<boolean>\`\${${name}} = any(string_to_array(\${sql.ref(${quoted(column(name))})}, ','))\``)]];
  const sign = { EQ: '=', NE: '!=', GT: '>', GTE: '>=', LT: '<', LTE: '<=', LIKE: '=' }[queryType];
  return [[kind === 'int' || kind === 'decimal' ? `if (${name} !== undefined) ` : `if (${name}) `, where(compare(name, sign))]];
}
