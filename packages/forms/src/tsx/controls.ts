import type { Json, JsonObject } from '../json.ts';
import type { FieldType, FormNode, Option } from '../model.ts';
import { writeLiteral } from '../text/write.ts';

export interface Control {
  parts: string[];
  element: string;
  item?: string[];
  needs?: ('dayjs' | 'fileList' | 'Choice')[];
}

/** Writes properties as JSX attributes; true becomes a bare name. */
export function attributes(props: Record<string, Json | undefined>): string {
  return Object.entries(props)
    .filter(([, value]) => value !== undefined && value !== '' && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}={${writeLiteral(value!, '            ')}}`))
    .join('');
}

const some = (props: JsonObject, ...keys: string[]) => Object.fromEntries(keys.map((key) => [key, props[key]]));
const edges = ({ props }: FormNode) => ({ prefix: props.addonBefore, suffix: props.addonAfter });
const asJson = (options: readonly Option[] | undefined) => (options ?? []) as unknown as Json;
const placeholder = ({ placeholder: text }: FormNode) => ({ placeholder: text as Json | undefined });
const basic = (node: FormNode) => some(node.props, 'allowClear', 'disabled', 'size');

/** Dates are strings in answers and dayjs objects in antd. */
const moments = (format: string): Pick<Control, 'item' | 'needs'> => ({
  item: [
    `getValueProps={(value?: string) => ({ value: value ? dayjs(value, ${writeLiteral(format)}) : undefined })}`,
    `getValueFromEvent={(moment: Dayjs | null) => moment?.format(${writeLiteral(format)})}`,
  ],
  needs: ['dayjs'],
});
const pairs = (format: string): Pick<Control, 'item' | 'needs'> => ({
  item: [
    `getValueProps={(pair?: [string, string]) => ({ value: pair?.map((each) => dayjs(each, ${writeLiteral(format)})) })}`,
    `getValueFromEvent={(pair: [Dayjs, Dayjs] | null) => pair?.map((each) => each.format(${writeLiteral(format)}))}`,
  ],
  needs: ['dayjs'],
});
const dayFormat = ({ props }: FormNode) => (props.showTime === true ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD');
const wide = { style: { width: '100%' } };

const text =
  (tag: string, more: (node: FormNode) => Record<string, Json | undefined> = () => ({})) =>
  (node: FormNode): Control => ({
    parts: ['Input'],
    element: `<${tag}${attributes({ ...placeholder(node), ...basic(node), ...some(node.props, 'maxLength', 'showCount', 'readOnly'), ...more(node) })} />`,
  });

/** A list may mix strings and numbers, which TypeScript does not infer. */
const choice =
  (part: string, more: (node: FormNode) => Record<string, Json | undefined> = () => ({}), where = 'options') =>
  (node: FormNode): Control => ({
    parts: [part.split('.')[0]!],
    element: `<${part}${attributes({ ...placeholder(node), ...basic(node), ...more(node) })} ${where}={${writeLiteral(asJson(node.options), '            ')} as Choice[]} />`,
    needs: ['Choice'],
  });

const picker =
  (part: string, format: (node: FormNode) => string, more: (node: FormNode) => Record<string, Json | undefined> = () => ({})) =>
  (node: FormNode): Control => ({
    parts: [part.split('.')[0]!],
    element: `<${part}${attributes({ ...placeholder(node), ...basic(node), ...wide, ...more(node) })} />`,
    ...(part.endsWith('RangePicker') ? pairs(format(node)) : moments(format(node))),
  });

type Written = Exclude<FieldType, 'row' | 'group' | 'tabs' | 'tab' | 'subtable' | 'divider' | 'text' | 'button' | 'map-view' | 'unknown'>;

export const controls: Record<Written, (node: FormNode) => Control> = {
  input: text('Input', edges),
  textarea: text('Input.TextArea', ({ props }) => some(props, 'rows', 'autoSize')),
  password: text('Input.Password', edges),
  search: text('Input.Search', ({ props }) => some(props, 'enterButton')),
  number: (node) => ({
    parts: ['InputNumber'],
    element: `<InputNumber${attributes({ ...placeholder(node), ...some(node.props, 'min', 'max', 'step', 'precision', 'disabled', 'size', 'readOnly'), ...edges(node), ...wide })} />`,
  }),
  'auto-complete': choice('AutoComplete'),
  mentions: (node) => ({
    parts: ['Mentions'],
    element: `<Mentions${attributes({ ...placeholder(node), ...some(node.props, 'disabled', 'prefix', 'rows'), options: (node.options ?? []).map(({ label, value }) => ({ label, value: String(value) })) })} />`,
  }),
  // antd has no rich-text editor; replace this with a custom one
  'rich-text': text('Input.TextArea', ({ props }) => ({
    rows: Math.max(4, Math.round(Number(props.height ?? 300) / 24)),
    allowClear: undefined,
  })),
  select: choice('Select', ({ props }) => ({
    mode: props.multiple === true ? 'multiple' : undefined,
    showSearch: props.showSearch,
  })),
  cascader: choice('Cascader', ({ props }) => ({
    ...some(props, 'changeOnSelect', 'expandTrigger', 'showSearch'),
  })),
  'tree-select': choice(
    'TreeSelect',
    ({ props }) => ({
      ...some(props, 'multiple', 'treeCheckable', 'treeDefaultExpandAll', 'showSearch'),
      fieldNames: { label: 'label', value: 'value', children: 'children' },
    }),
    'treeData',
  ),
  transfer: (node) => ({
    parts: ['Transfer'],
    element: `<Transfer${attributes({ ...some(node.props, 'disabled', 'oneWay', 'showSearch', 'titles'), dataSource: (node.options ?? []).map(({ label, value }) => ({ key: String(value), title: label })) })} render={({ title }) => title ?? ''} />`,
    item: ['valuePropName="targetKeys"'],
  }),
  radio: choice('Radio.Group', ({ props }) => ({
    ...some(props, 'optionType', 'buttonStyle'),
    allowClear: undefined,
  })),
  checkbox: choice('Checkbox.Group', () => ({ size: undefined })),
  switch: (node) => ({
    parts: ['Switch'],
    element: `<Switch${attributes(some(node.props, 'checkedChildren', 'unCheckedChildren', 'size', 'disabled'))} />`,
    item: ['valuePropName="checked"'],
  }),
  slider: ({ props }) => ({
    parts: ['Slider'],
    element: `<Slider${attributes(some(props, 'min', 'max', 'step', 'range', 'disabled'))} />`,
  }),
  rate: ({ props }) => ({ parts: ['Rate'], element: `<Rate${attributes(some(props, 'count', 'allowHalf', 'allowClear', 'disabled'))} />` }),
  upload: (node) => ({
    parts: ['Upload', 'Button'],
    element: `<Upload action="/api/common/upload"${attributes(some(node.props, 'accept', 'listType', 'maxCount', 'multiple', 'disabled'))}>\n<Button>{${writeLiteral(node.props.buttonText ?? node.label ?? '')}}</Button>\n</Upload>`,
    item: ['valuePropName="fileList"', 'getValueFromEvent={fileList}'],
    needs: ['fileList'],
  }),
  // an uploaded picture; replace this with a custom signature pad
  signature: (node) => ({
    parts: ['Upload', 'Button'],
    element: `<Upload action="/api/common/upload" accept="image/png" maxCount={1} listType="picture">\n<Button>{${writeLiteral(node.label ?? '')}}</Button>\n</Upload>`,
    item: ['valuePropName="fileList"', 'getValueFromEvent={fileList}'],
    needs: ['fileList'],
  }),
  color: ({ props }) => ({
    parts: ['ColorPicker'],
    element: `<ColorPicker${attributes(some(props, 'showText', 'disabledAlpha', 'allowClear', 'size', 'disabled'))} />`,
    item: ['getValueFromEvent={(color: { toHexString(): string }) => color.toHexString()}'],
  }),
  time: picker(
    'TimePicker',
    () => 'HH:mm:ss',
    ({ props }) => some(props, 'format', 'minuteStep'),
  ),
  date: picker('DatePicker', dayFormat, ({ props }) => some(props, 'showTime', 'format')),
  month: picker(
    'DatePicker',
    () => 'YYYY-MM',
    ({ props }) => ({ picker: 'month', ...some(props, 'format') }),
  ),
  week: picker(
    'DatePicker',
    () => 'GGGG-[W]WW',
    ({ props }) => ({ picker: 'week', ...some(props, 'format') }),
  ),
  range: picker('DatePicker.RangePicker', dayFormat, ({ props }) => some(props, 'showTime', 'format', 'separator')),
  'time-range': picker(
    'TimePicker.RangePicker',
    () => 'HH:mm:ss',
    ({ props }) => some(props, 'format', 'separator'),
  ),
};
