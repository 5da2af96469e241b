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
type Places = Record<string, [antdv: readonly string[], element: readonly string[]]>;

const same = (...names: string[]): [string[], string[]] => [names, names];
const clear = { allowClear: [['allowClear', 'allow-clear'], ['clearable']] } satisfies Places;
const basic = { disabled: same('disabled') } satisfies Places;
const text = {
  ...clear,
  ...basic,
  maxLength: [['maxLength', 'max-length'], ['maxlength']],
  readOnly: [['readOnly', 'read-only'], ['readonly']],
  showCount: [['showCount', 'show-count'], ['show-word-limit']],
} satisfies Places;
const around = {
  addonBefore: [['slot.addonBefore'], ['slot.prepend']],
  addonAfter: [['slot.addonAfter'], ['slot.append']],
} satisfies Places;
const find = { showSearch: [['showSearch', 'show-search'], ['filterable']] } satisfies Places;
const bounds = { min: same('min'), max: same('max') } satisfies Places;
const format = { format: same('format') } satisfies Places;

export const places: Partial<Record<FieldType, Places>> = {
  input: { ...text, ...around },
  textarea: text,
  password: { ...text, ...around },
  number: { ...basic, ...bounds, step: same('step'), precision: same('precision') },
  search: { ...text, ...around, enterButton: same('enter-button', 'enterButton') },
  'auto-complete': { ...clear, ...basic, filter: same('filter-option', 'filterOption') },
  mentions: { ...basic, prefix: same('prefix') },
  'rich-text': { ...basic, height: same('height') },
  select: { ...clear, ...basic, ...find },
  cascader: {
    ...clear,
    ...basic,
    ...find,
    changeOnSelect: same('change-on-select', 'changeOnSelect'),
    expandTrigger: same('expand-trigger', 'expandTrigger'),
    separator: same('separator'),
  },
  'tree-select': {
    ...clear,
    ...basic,
    ...find,
    multiple: same('multiple'),
    treeCheckable: same('tree-checkable', 'treeCheckable'),
    treeDefaultExpandAll: same('tree-default-expand-all', 'treeDefaultExpandAll'),
  },
  transfer: { ...basic, titles: same('titles'), showSearch: [['showSearch', 'show-search'], ['filterable']] },
  radio: { ...basic, optionType: same('config.optionType'), buttonStyle: same('buttonStyle', 'button-style') },
  checkbox: { ...basic, ...bounds },
  switch: {
    ...basic,
    checkedChildren: [['checked-children', 'checkedChildren'], ['active-text']],
    unCheckedChildren: [['un-checked-children', 'unCheckedChildren'], ['inactive-text']],
  },
  slider: { ...basic, ...bounds, step: same('step'), range: same('range') },
  rate: { ...basic, ...clear, count: [['count'], ['max', 'count']], allowHalf: same('allow-half', 'allowHalf') },
  upload: {
    ...basic,
    buttonText: same('config.buttonText'),
    fileSize: same('config.fileSize'),
    sizeUnit: same('config.sizeUnit'),
    showTip: same('config.showTip'),
    accept: same('accept'),
    listType: same('list-type', 'listType'),
    multiple: same('multiple'),
    maxCount: [['maxCount'], ['limit']],
  },
  color: basic,
  time: { ...clear, ...basic, ...format },
  'time-range': { ...clear, ...basic, ...format, separator: same('range-separator', 'separator') },
  date: { ...clear, ...basic, ...format, showTime: same('show-time', 'showTime') },
  month: { ...clear, ...basic, ...format },
  week: { ...clear, ...basic, ...format },
  range: { ...clear, ...basic, ...format, showTime: same('show-time', 'showTime'), separator: [['separator'], ['range-separator']] },
  row: { gutter: same('gutter'), justify: same('justify'), align: same('align') },
  button: { ...basic, text: same('slot.default'), type: same('type'), block: same('block') },
  'map-view': { startName: same('startName'), endName: same('endName'), width: same('width'), height: same('height') },
  divider: { dashed: same('dashed') },
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
