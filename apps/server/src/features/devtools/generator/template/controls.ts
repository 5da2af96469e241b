import type { GenField } from '../generator-field.ts';
import { choicesOf, type GenModel, pluralOf } from '../generator-model.ts';
import { rangeOf } from './contract.ts';
import { quoted } from './doc-printer.ts';

const isIdentifier = (name: string) => /(Code|No)$|^code$/.test(name);

export function control(model: GenModel, field: GenField, filter = false): string {
  const { kind, htmlType, max, name, line, dictType, ref, range, places } = field;
  const clear = filter ? ' allowClear' : '';
  if (dictType) {
    if (htmlType === 'radio' && !filter) return `<Radio.Group options={${optionsName(model, field)}} />`;
    if (htmlType === 'checkbox' && !filter) return `<Checkbox.Group options={${optionsName(model, field)}} />`;
    return `<Select options={${optionsName(model, field)}}${clear} />`;
  }
  switch (kind) {
    case 'flag':
    case 'choice':
      return htmlType === 'radio' && !filter
        ? `<Radio.Group options={${optionsName(model, field)}} />`
        : `<Select options={${optionsName(model, field)}}${clear} />`;
    case 'boolean':
      return filter ? `<Select options={${optionsName(model, field)}} allowClear />` : '<Switch />';
    case 'lines':
      return filter ? '<Input allowClear />' : `<Input.TextArea rows={4} maxLength={${max}} />`;
    case 'html':
      return `<RichTextEditor label={t(${quoted(`${model.domain}.${model.noun}.${line ? 'line.' : ''}${name}`)})} />`;
    case 'picture':
      return '<UploadField isPicture />';
    case 'file':
      return '<UploadField />';
    case 'int':
      return `<NumberField${bounds(range)} />`;
    case 'decimal':
      return `<NumberField min={0} fixed={${places}} />`;
    case 'day':
      return '<DayInput />';
    case 'time':
      return '<DateTimeInput />';
    case 'ref':
      return ref?.resource
        ? `<RecordSelect of={${ref.resource.value}} label=${JSON.stringify(ref.resource.label)} allowClear />`
        : '<NumberField min={1} />';
    case 'text':
      if (filter) return '<Input allowClear />';
      return isIdentifier(name) ? `<Input className="mono-text" maxLength={${max}} />` : `<Input maxLength={${max}} />`;
  }
}

/** Bounds of a number input; those of the column type are omitted. */
const bounds = ([min, max]: [number, number]) =>
  `${Math.abs(min) < 2 ** 31 - 1 ? ` min={${min}}` : ''}${max < 2 ** 31 - 1 ? ` max={${max}}` : ''}`;

export function itemProps({ kind, htmlType, dictType }: GenField): string {
  if (kind === 'boolean') return ' valuePropName="checked"';
  return dictType && htmlType === 'checkbox' ? ' {...commaSeparatedProps}' : '';
}

/** Name of a coded field's options, distinct from the resource and other fields. */
export function optionsName({ plural }: Pick<GenModel, 'plural'>, { name, line }: Pick<GenField, 'name' | 'line'>): string {
  const options = pluralOf(line ? `line${name.replace(/^./, (letter) => letter.toUpperCase())}` : name);
  return options === plural ? `${name}Options` : options;
}

export const isCoded = ({ kind, dictType }: GenField) => Boolean(dictType) || kind === 'flag' || kind === 'choice' || kind === 'boolean';

export function optionsOf(model: GenModel, field: GenField): string {
  const { domain, noun } = model;
  const { name, line, kind, dictType } = field;
  const options = optionsName(model, field);
  if (dictType) return `  const { options: ${options} } = useDictionary(${quoted(dictType)});`;
  if (kind === 'boolean')
    return `  const ${options} = [true, false].map((value) => ({ value: String(value), label: t(value ? 'kit.yes' : 'kit.no') }));`;
  const values = kind === 'flag' ? "(['0', '1'] as const)" : choicesOf(noun, field);
  return `  const ${options} = ${values}.map((value) => ({ value, label: t(\`${domain}.${noun}.${line ? 'line.' : ''}${name}.\${value}\`) }));`;
}

/** A list column, with a custom cell if the value alone is not readable. */
export function column({ plural }: Pick<GenModel, 'plural'>, field: GenField): string {
  const { name, kind, dictType, ref } = field;
  if (kind === 'ref' && ref?.label && field.column.endsWith('_id')) return `columnOf(${plural}, ${quoted(`${name.slice(0, -2)}Name`)})`;
  const cell = (body: string) => `columnOf(${plural}, ${quoted(name)}, (${name}) => ${body})`;
  if (dictType) return cell(`<DictionaryTag type="${dictType}" value={${name}} />`);
  if (kind === 'flag' || kind === 'choice')
    return field.nullable
      ? cell(`${name} && <CodeBadge of={${plural}} field="${name}" value={${name}} />`)
      : cell(`<CodeBadge of={${plural}} field="${name}" value={${name}} />`);
  if (kind === 'boolean')
    return cell(field.nullable ? `${name} !== null && t(${name} ? 'kit.yes' : 'kit.no')` : `t(${name} ? 'kit.yes' : 'kit.no')`);
  if (kind === 'picture') return cell(`<UploadedPicture path={${name}} />`);
  return `columnOf(${plural}, ${quoted(name)})`;
}

/** Props of a number filter; undefined for other fields. */
function numberItem({ kind, range, places, ref, dictType }: GenField): string | undefined {
  if (dictType) return undefined;
  if (kind === 'int') return bounds(range);
  if (kind === 'decimal') return ` min={0} places={${places}}`;
  return kind === 'ref' && !ref?.resource ? ' min={1}' : undefined;
}

export function filter(model: GenModel, field: GenField): string[] {
  const { domain, noun } = model;
  const label = `t(${quoted(`${domain}.${noun}.${field.name}`)})`;
  const isRange = field.queryType === 'BETWEEN';
  if (isRange && (field.kind === 'day' || field.kind === 'time')) return [`<RangeFilter prefix="${field.name}" label={${label}} />`];
  if (isRange && (field.kind === 'int' || field.kind === 'decimal')) {
    const [from, to] = rangeOf(field);
    return [`<NumberRange from="${from}" to="${to}" label={${label}} />`];
  }
  const item = numberItem(field);
  if (item !== undefined) return [`<NumberFormItem name="${field.name}" label={${label}}${item} />`];
  return [`<Form.Item name="${field.name}" label={${label}}>`, `  ${control(model, field, true)}`, '</Form.Item>'];
}
