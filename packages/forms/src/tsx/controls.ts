import type { Json, JsonObject } from '../json.ts';
import type { FieldType, FormNode, Option } from '../model.ts';
import { specOf } from '../registry/registry.ts';
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

const pickProps = (props: JsonObject, ...keys: string[]) => Object.fromEntries(keys.map((key) => [key, props[key]]));
const addonProps = ({ props }: FormNode) => ({ prefix: props.addonBefore, suffix: props.addonAfter });
const asJson = (options: readonly Option[] | undefined) => (options ?? []) as unknown as Json;
/** As in the renderer: a range has two texts or none, other types use the first of two. */
const placeholder = ({ type, placeholder: text }: FormNode): { placeholder: Json | undefined } => {
  const isPair = Array.isArray(text);
  if (specOf(type).placeholder === 'pair') return { placeholder: isPair ? text : undefined };
  return { placeholder: isPair ? text[0] : text };
};
const basic = (node: FormNode) => pickProps(node.props, 'allowClear', 'disabled', 'size');

/** Dates are strings in answers and dayjs objects in antd. */
const dayjsProps = (format: string): Pick<Control, 'item' | 'needs'> => ({
  item: [
    `getValueProps={(value?: string) => ({ value: value ? dayjs(value, ${writeLiteral(format)}) : undefined })}`,
    `getValueFromEvent={(moment: Dayjs | null) => moment?.format(${writeLiteral(format)})}`,
  ],
  needs: ['dayjs'],
});
const dayjsPairProps = (format: string): Pick<Control, 'item' | 'needs'> => ({
  item: [
    `getValueProps={(pair?: [string, string]) => ({ value: pair?.map((each) => dayjs(each, ${writeLiteral(format)})) })}`,
    `getValueFromEvent={(pair: [Dayjs, Dayjs] | null) => pair?.map((each) => each.format(${writeLiteral(format)}))}`,
  ],
  needs: ['dayjs'],
});
const dayFormat = ({ props }: FormNode) => (props.showTime === true ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD');
const fullWidth = { style: { width: '100%' } };

const text =
  (tag: string, more: (node: FormNode) => Record<string, Json | undefined> = () => ({})) =>
  (node: FormNode): Control => ({
    parts: ['Input'],
    element: `<${tag}${attributes({ ...placeholder(node), ...basic(node), ...pickProps(node.props, 'maxLength', 'showCount', 'readOnly'), ...more(node) })} />`,
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
    element: `<${part}${attributes({ ...placeholder(node), ...basic(node), ...fullWidth, ...more(node) })} />`,
    ...(part.endsWith('RangePicker') ? dayjsPairProps(format(node)) : dayjsProps(format(node))),
  });

type ControlType = Exclude<
  FieldType,
  'row' | 'group' | 'tabs' | 'tab' | 'subtable' | 'divider' | 'text' | 'button' | 'map-view' | 'unknown'
>;

export const controls: Record<ControlType, (node: FormNode) => Control> = {
  input: text('Input', addonProps),
  textarea: text('Input.TextArea', ({ props }) => pickProps(props, 'rows', 'autoSize')),
  password: text('Input.Password', addonProps),
  search: text('Input.Search', ({ props }) => pickProps(props, 'enterButton')),
  number: (node) => ({
    parts: ['InputNumber'],
    element: `<InputNumber${attributes({ ...placeholder(node), ...pickProps(node.props, 'min', 'max', 'step', 'precision', 'disabled', 'size', 'readOnly'), ...addonProps(node), ...fullWidth })} />`,
  }),
  'auto-complete': choice('AutoComplete'),
  mentions: (node) => ({
    parts: ['Mentions'],
    element: `<Mentions${attributes({ ...placeholder(node), ...pickProps(node.props, 'disabled', 'prefix', 'rows'), options: (node.options ?? []).map(({ label, value }) => ({ label, value: String(value) })) })} />`,
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
    ...pickProps(props, 'changeOnSelect', 'expandTrigger', 'showSearch'),
  })),
  'tree-select': choice(
    'TreeSelect',
    ({ props }) => ({
      ...pickProps(props, 'multiple', 'treeCheckable', 'treeDefaultExpandAll', 'showSearch'),
      fieldNames: { label: 'label', value: 'value', children: 'children' },
    }),
    'treeData',
  ),
  transfer: (node) => ({
    parts: ['Transfer'],
    element: `<Transfer${attributes({ ...pickProps(node.props, 'disabled', 'oneWay', 'showSearch', 'titles'), dataSource: (node.options ?? []).map(({ label, value }) => ({ key: String(value), title: label })) })} render={({ title }) => title ?? ''} />`,
    item: ['valuePropName="targetKeys"'],
  }),
  radio: choice('Radio.Group', ({ props }) => ({
    ...pickProps(props, 'optionType', 'buttonStyle'),
    allowClear: undefined,
  })),
  checkbox: choice('Checkbox.Group', () => ({ size: undefined })),
  switch: (node) => ({
    parts: ['Switch'],
    element: `<Switch${attributes(pickProps(node.props, 'checkedChildren', 'unCheckedChildren', 'size', 'disabled'))} />`,
    item: ['valuePropName="checked"'],
  }),
  slider: ({ props }) => ({
    parts: ['Slider'],
    element: `<Slider${attributes(pickProps(props, 'min', 'max', 'step', 'range', 'disabled'))} />`,
  }),
  rate: ({ props }) => ({
    parts: ['Rate'],
    element: `<Rate${attributes(pickProps(props, 'count', 'allowHalf', 'allowClear', 'disabled'))} />`,
  }),
  upload: (node) => ({
    parts: ['Upload', 'Button'],
    element: `<Upload action="/api/common/upload"${attributes(pickProps(node.props, 'accept', 'listType', 'maxCount', 'multiple', 'disabled'))}>\n<Button>{${writeLiteral(node.props.buttonText ?? node.label ?? '')}}</Button>\n</Upload>`,
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
    element: `<ColorPicker${attributes(pickProps(props, 'showText', 'disabledAlpha', 'allowClear', 'size', 'disabled'))} />`,
    item: ['getValueFromEvent={(color: { toHexString(): string }) => color.toHexString()}'],
  }),
  time: picker(
    'TimePicker',
    () => 'HH:mm:ss',
    ({ props }) => pickProps(props, 'format', 'minuteStep'),
  ),
  date: picker('DatePicker', dayFormat, ({ props }) => pickProps(props, 'showTime', 'format')),
  month: picker(
    'DatePicker',
    () => 'YYYY-MM',
    ({ props }) => ({ picker: 'month', ...pickProps(props, 'format') }),
  ),
  week: picker(
    'DatePicker',
    () => 'GGGG-[W]WW',
    ({ props }) => ({ picker: 'week', ...pickProps(props, 'format') }),
  ),
  range: picker('DatePicker.RangePicker', dayFormat, ({ props }) => pickProps(props, 'showTime', 'format', 'separator')),
  'time-range': picker(
    'TimePicker.RangePicker',
    () => 'HH:mm:ss',
    ({ props }) => pickProps(props, 'format', 'separator'),
  ),
};
