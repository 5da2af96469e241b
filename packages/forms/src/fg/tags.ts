import type { FieldType } from '../model.ts';

/** Dialects of form-generator: Ant Design Vue 1 (`a-input`) and Element UI (`el-input`). */
export type Dialect = 'antdv' | 'element';

interface Tag {
  antdv?: string;
  element?: string;
  icon: string;
  /** Attributes that identify the type in Element in addition to the tag. */
  mark?: Record<string, string | boolean>;
}

/** Tag of each type. Types without an entry use an item with `OWN_TAG`. */
export const tags: Partial<Record<FieldType, Tag>> = {
  input: { antdv: 'a-input', element: 'el-input', icon: 'input' },
  textarea: { antdv: 'a-textarea', element: 'el-input', icon: 'textarea', mark: { type: 'textarea' } },
  password: { antdv: 'a-input-password', element: 'el-input', icon: 'password', mark: { 'show-password': true } },
  number: { antdv: 'a-input-number', element: 'el-input-number', icon: 'number' },
  search: { antdv: 'a-input-search', icon: 'search' },
  'auto-complete': { antdv: 'a-auto-complete', element: 'el-autocomplete', icon: 'auto' },
  mentions: { antdv: 'a-mentions', icon: 'mentions' },
  'rich-text': { antdv: 'tinymce', element: 'tinymce', icon: 'rich-text' },
  select: { antdv: 'a-select', element: 'el-select', icon: 'select' },
  cascader: { antdv: 'a-cascader', element: 'el-cascader', icon: 'cascader' },
  'tree-select': { antdv: 'a-tree-select', icon: 'tree' },
  transfer: { antdv: 'a-transfer', element: 'el-transfer', icon: 'transfer' },
  radio: { antdv: 'a-radio-group', element: 'el-radio-group', icon: 'radio' },
  checkbox: { antdv: 'a-checkbox-group', element: 'el-checkbox-group', icon: 'checkbox' },
  switch: { antdv: 'a-switch', element: 'el-switch', icon: 'switch' },
  slider: { antdv: 'a-slider', element: 'el-slider', icon: 'slider' },
  rate: { antdv: 'a-rate', element: 'el-rate', icon: 'rate' },
  upload: { antdv: 'a-upload', element: 'el-upload', icon: 'upload' },
  color: { element: 'el-color-picker', icon: 'color' },
  time: { antdv: 'a-time-picker', element: 'el-time-picker', icon: 'time' },
  'time-range': { element: 'el-time-picker', icon: 'time-range', mark: { 'is-range': true } },
  date: { antdv: 'a-date-picker', element: 'el-date-picker', icon: 'date', mark: { type: 'date' } },
  month: { antdv: 'a-month-picker', element: 'el-date-picker', icon: 'month', mark: { type: 'month' } },
  week: { antdv: 'a-week-picker', element: 'el-date-picker', icon: 'week', mark: { type: 'week' } },
  range: { antdv: 'a-range-picker', element: 'el-date-picker', icon: 'timeRange', mark: { type: 'daterange' } },
  button: { antdv: 'a-button', element: 'el-button', icon: 'button' },
  'map-view': { antdv: 'map-view', element: 'map-view', icon: 'map' },
  divider: { antdv: 'a-divider', element: 'el-divider', icon: 'divider' },
};

/** Tag prefix for types that form-generator does not have. */
export const OWN_TAG = 'suyuan-';

/** A property and its paths in both dialects: `config.…`, `slot.…`, or top level. Export writes the first path. */
type PropPaths = Record<string, [antdv: readonly string[], element: readonly string[]]>;

const samePaths = (...names: string[]): [string[], string[]] => [names, names];
const clearableProps = { allowClear: [['allowClear', 'allow-clear'], ['clearable']] } satisfies PropPaths;
const basic = { disabled: samePaths('disabled') } satisfies PropPaths;
const text = {
  ...clearableProps,
  ...basic,
  maxLength: [['maxLength', 'max-length'], ['maxlength']],
  readOnly: [['readOnly', 'read-only'], ['readonly']],
  showCount: [['showCount', 'show-count'], ['show-word-limit']],
} satisfies PropPaths;
const addonProps = {
  addonBefore: [['slot.addonBefore'], ['slot.prepend']],
  addonAfter: [['slot.addonAfter'], ['slot.append']],
} satisfies PropPaths;
const searchProps = { showSearch: [['showSearch', 'show-search'], ['filterable']] } satisfies PropPaths;
const bounds = { min: samePaths('min'), max: samePaths('max') } satisfies PropPaths;
const format = { format: samePaths('format') } satisfies PropPaths;

export const propPaths: Partial<Record<FieldType, PropPaths>> = {
  input: { ...text, ...addonProps },
  textarea: text,
  password: { ...text, ...addonProps },
  number: { ...basic, ...bounds, step: samePaths('step'), precision: samePaths('precision') },
  search: { ...text, ...addonProps, enterButton: samePaths('enter-button', 'enterButton') },
  'auto-complete': { ...clearableProps, ...basic, filter: samePaths('filter-option', 'filterOption') },
  mentions: { ...basic, prefix: samePaths('prefix') },
  'rich-text': { ...basic, height: samePaths('height') },
  select: { ...clearableProps, ...basic, ...searchProps },
  cascader: {
    ...clearableProps,
    ...basic,
    ...searchProps,
    changeOnSelect: samePaths('change-on-select', 'changeOnSelect'),
    expandTrigger: samePaths('expand-trigger', 'expandTrigger'),
    separator: samePaths('separator'),
  },
  'tree-select': {
    ...clearableProps,
    ...basic,
    ...searchProps,
    multiple: samePaths('multiple'),
    treeCheckable: samePaths('tree-checkable', 'treeCheckable'),
    treeDefaultExpandAll: samePaths('tree-default-expand-all', 'treeDefaultExpandAll'),
  },
  transfer: { ...basic, titles: samePaths('titles'), showSearch: [['showSearch', 'show-search'], ['filterable']] },
  radio: { ...basic, optionType: samePaths('config.optionType'), buttonStyle: samePaths('buttonStyle', 'button-style') },
  checkbox: { ...basic, ...bounds },
  switch: {
    ...basic,
    checkedChildren: [['checked-children', 'checkedChildren'], ['active-text']],
    unCheckedChildren: [['un-checked-children', 'unCheckedChildren'], ['inactive-text']],
  },
  slider: { ...basic, ...bounds, step: samePaths('step'), range: samePaths('range') },
  rate: { ...basic, ...clearableProps, count: [['count'], ['max', 'count']], allowHalf: samePaths('allow-half', 'allowHalf') },
  upload: {
    ...basic,
    buttonText: samePaths('config.buttonText'),
    fileSize: samePaths('config.fileSize'),
    sizeUnit: samePaths('config.sizeUnit'),
    showTip: samePaths('config.showTip'),
    accept: samePaths('accept'),
    listType: samePaths('list-type', 'listType'),
    multiple: samePaths('multiple'),
    maxCount: [['maxCount'], ['limit']],
  },
  color: basic,
  time: { ...clearableProps, ...basic, ...format },
  'time-range': { ...clearableProps, ...basic, ...format, separator: samePaths('range-separator', 'separator') },
  date: { ...clearableProps, ...basic, ...format, showTime: samePaths('show-time', 'showTime') },
  month: { ...clearableProps, ...basic, ...format },
  week: { ...clearableProps, ...basic, ...format },
  range: {
    ...clearableProps,
    ...basic,
    ...format,
    showTime: samePaths('show-time', 'showTime'),
    separator: [['separator'], ['range-separator']],
  },
  row: { gutter: samePaths('gutter'), justify: samePaths('justify'), align: samePaths('align') },
  button: { ...basic, text: samePaths('slot.default'), type: samePaths('type'), block: samePaths('block') },
  'map-view': { startName: samePaths('startName'), endName: samePaths('endName'), width: samePaths('width'), height: samePaths('height') },
  divider: { dashed: samePaths('dashed') },
};

/** Size names of the dialects; export writes the first match. */
export const sizes: Record<string, string> = {
  default: 'middle',
  medium: 'middle',
  middle: 'middle',
  small: 'small',
  mini: 'small',
  large: 'large',
};
