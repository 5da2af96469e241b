import { compact, isObject, type Json, type JsonObject, own } from '../json.ts';
import {
  type FieldType,
  type FormNode,
  type FormSettings,
  fieldTypes,
  formDefaults,
  limits,
  type Option,
  type PatternRule,
  type Source,
} from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { isEmpty } from '../rules/evaluate.ts';
import { isOwnPath, isValidNode, NAME } from '../schema.ts';
import { ELEMENT_SPAN } from './item-of.ts';
import { type Dialect, OWN_TAG, propPaths, sizes, tags } from './tags.ts';

/** Part of an import that changed. The text key is `issue.form.import.<what>`. */
export interface ImportNote {
  what: 'unknownTag' | 'renamed' | 'renumbered' | 'foreignUrl' | 'functions' | 'default' | 'pattern' | 'labelWidth' | 'tooMany';
  label: string;
  params: { tag?: string; from?: string; to?: string; url?: string; pattern?: string };
}
export type Note = (what: ImportNote['what'], params?: ImportNote['params']) => void;

const configOf = (item: JsonObject): JsonObject => (isObject(item.__config__) ? item.__config__ : {});
const slotOf = (item: JsonObject): JsonObject => (isObject(item.__slot__) ? item.__slot__ : {});
const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Dialect of an item, or the document's dialect if the item is ambiguous. */
export function dialectOf(item: JsonObject, fallback: Dialect): Dialect {
  const tag = textOf(configOf(item).tag);
  if (tag.startsWith('el-')) return 'element';
  return tag.startsWith('a-') ? 'antdv' : fallback;
}

const isRow = (item: JsonObject): boolean => configOf(item).layout === 'rowFormItem';

/** Several Element types share a tag. */
function typeOf(item: JsonObject): FieldType {
  if (isRow(item)) return 'row';
  const tag = textOf(configOf(item).tag);
  if (tag.startsWith(OWN_TAG)) return fieldTypes.find((type) => type === tag.slice(OWN_TAG.length)) ?? 'unknown';
  const kind = textOf(item.type);
  if (tag === 'el-input')
    return kind === 'textarea' ? 'textarea' : item['show-password'] === true || kind === 'password' ? 'password' : 'input';
  if (tag === 'el-time-picker') return item['is-range'] === true ? 'time-range' : 'time';
  if (tag === 'el-date-picker') return kind.endsWith('range') ? 'range' : kind === 'month' || kind === 'week' ? kind : 'date';
  const match = Object.entries(tags).find(([, names]) => names.antdv === tag || names.element === tag);
  return (match?.[0] as FieldType | undefined) ?? 'unknown';
}

/** Converts an item as far as the model supports it. The caller adds children; the patch stores the rest. */
export function nodeOf(item: JsonObject, dialect: Dialect, note: Note = () => {}): FormNode {
  const config = configOf(item);
  const type = typeOf(item);
  const spec = specOf(type);
  if (type === 'unknown') note('unknownTag', { tag: textOf(config.tag) });
  if (hasFunctions(item)) note('functions');
  const id = typeof config.formId === 'number' && Number.isInteger(config.formId) && config.formId > 0 ? config.formId : 0;
  const answers = spec.answer !== 'none';
  const shared = (key: string) => spec.settings.some((setting) => setting.key === key);
  const preferredName = textOf(type === 'row' ? config.componentName : item.__vModel__);
  const node: FormNode = compact({
    id,
    type,
    name: NAME.test(preferredName) ? preferredName : `${answers ? 'field' : 'row'}${id}`,
    label: textOf(config.label).slice(0, 200),
    showLabel: config.showLabel === false ? false : undefined,
    required: shared('required') && config.required === true ? true : undefined,
    span: spanOf(config.span),
    placeholder: shared('placeholder') ? placeholderOf(item, type) : undefined,
    regList: shared('regList') ? patternsOf(config.regList) : [],
    props: propsOf(item, type, dialect),
    children: spec.holds === 'nothing' ? undefined : [],
  });
  if (type === 'row' && node.label === '') delete node.label;
  const defaults = spec.fresh();
  if (defaults.options) node.options = optionsOf(item, type);
  if (defaults.source) node.source = sourceOf(item, node.options ?? [], note);
  const completed = withDefault(isValidNode(node) ? node : dropInvalid(node), config.defaultValue, note);
  if (type === 'row') completed.props = { gutter: completed.props.gutter ?? 15, ...completed.props };
  return completed;
}

/** A number or a numeric string; else NaN. */
const parseNumber = (value: Json | undefined) =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

/** An invalid span becomes a whole row. */
function spanOf(value: Json | undefined): number {
  const span = parseNumber(value);
  return Number.isInteger(span) && span >= 1 && span <= 24 ? span : 24;
}

/** Event handlers are kept but never run. */
const hasFunctions = (item: JsonObject) => isObject(item.on) || isObject(item.__methods__) || isObject(item.nativeOn);

function placeholderOf(item: JsonObject, type: FieldType): FormNode['placeholder'] {
  if (specOf(type).placeholder !== 'pair')
    return typeof item.placeholder === 'string' && item.placeholder !== '' ? item.placeholder : undefined;
  const pair = Array.isArray(item.placeholder) ? item.placeholder : [item['start-placeholder'], item['end-placeholder']];
  return pair.length === 2 && pair.every((each) => typeof each === 'string') ? (pair as [string, string]) : undefined;
}

const patternsOf = (list: Json | undefined): PatternRule[] =>
  (Array.isArray(list) ? list : [])
    .filter(isObject)
    .filter(({ pattern }) => typeof pattern === 'string' && pattern !== '')
    .slice(0, limits.patterns)
    .map(({ pattern, message }) => ({ pattern: textOf(pattern), message: textOf(message).slice(0, 200) }));

const valueAt = (item: JsonObject, path: string): Json | undefined => {
  const [head, key] = path.split('.') as [string, string?];
  if (key === undefined) return own(item, head);
  return own(head === 'config' ? configOf(item) : slotOf(item), key);
};

/** Date tokens as used outside Element. */
const commonFormat = (format: string) =>
  format
    .replaceAll('y', 'Y')
    .replaceAll('d', 'D')
    .replace(/^YYYY-ww$/i, 'YYYY-wo');

function propsOf(item: JsonObject, type: FieldType, dialect: Dialect): JsonObject {
  const element = dialect === 'element';
  const schema = specOf(type).props;
  const props: JsonObject = {};
  for (const [key, names] of Object.entries(propPaths[type] ?? {})) {
    const rawValue = (element ? names[1] : names[0])
      .map((where) => valueAt(item, where))
      .find((value) => value !== undefined && value !== null);
    const value = key === 'format' && element && typeof rawValue === 'string' ? commonFormat(rawValue) : rawValue;
    if (value !== undefined && value !== '' && schema.safeParse({ [key]: value }).success) props[key] = value;
  }
  const size = sizes[textOf(item.size)];
  if (size && schema.safeParse({ size }).success) props.size = size;
  const rows = isObject(item.autoSize) ? item.autoSize.minRows : isObject(item.autosize) ? item.autosize.minRows : item.rows;
  if (type === 'textarea' && typeof rows === 'number' && schema.safeParse({ rows }).success) props.rows = rows;
  if (type === 'select') props.multiple = item.multiple === true || item.mode === 'multiple' || item.mode === 'tags';
  if (element && (item.type === 'datetime' || item.type === 'datetimerange')) props.showTime = true;
  return props;
}

function optionsOf(item: JsonObject, type: FieldType): Option[] {
  const lists = [slotOf(item).options, item.options, item['tree-data'], item.treeData, item['data-source'], item.dataSource, item.data];
  const list = lists.find((each) => Array.isArray(each)) as Json[] | undefined;
  const keys = keysOf(item, type);
  const toOptions = (each: Json): Option[] => {
    if (!isObject(each))
      return each === null || typeof each === 'object'
        ? []
        : [{ label: String(each), value: typeof each === 'number' ? each : String(each) }];
    const value = each[keys.value] ?? each.value ?? each.key ?? each.id ?? '';
    const label = each[keys.label] ?? each.label ?? each.title ?? value;
    const children = each[keys.children];
    return [
      compact({
        label: textOf(label).slice(0, 200),
        value: typeof value === 'number' ? value : textOf(value).slice(0, 500),
        disabled: each.disabled === true ? true : undefined,
        children: Array.isArray(children) ? children.flatMap(toOptions) : undefined,
      }),
    ];
  };
  return (list ?? []).flatMap(toOptions).slice(0, limits.options);
}

interface Keys {
  label: string;
  value: string;
  children: string;
}

function keysOf(item: JsonObject, type: FieldType): Keys {
  const inner = isObject(item.props) && isObject(item.props.props) ? item.props.props : {};
  const replaced = isObject(item['replace-fields']) ? item['replace-fields'] : {};
  const names: Record<string, Json | undefined> = type === 'tree-select' ? { ...replaced, label: replaced.title } : inner;
  return {
    label: textOf(names.label) || 'label',
    value: textOf(names.value) || 'value',
    children: textOf(names.children) || 'children',
  };
}

/** Foreign URLs are never requested. Their stored options become static, and export restores the URL. */
function sourceOf(item: JsonObject, options: readonly Option[], note: Note): Source {
  const config = configOf(item);
  const requestedUrl = textOf(config.url);
  const url = requestedUrl.replace(/^\/api(?=\/)/, '');
  const isOwnUrl = url !== '' && isOwnPath(url);
  if (requestedUrl !== '' && !isOwnUrl) note('foreignUrl', { url: requestedUrl });
  const method = textOf(config.method).toLowerCase();
  const keys = keysOf(item, typeOf(item));
  return compact({
    mode: config.dataType === 'dynamic' && (isOwnUrl || options.length === 0) ? 'dynamic' : 'static',
    url: isOwnUrl ? url : undefined,
    method: ['get', 'post', 'put', 'delete'].includes(method) ? (method as 'get') : undefined,
    dataPath: textOf(config.dataPath).slice(0, 200) || undefined,
    dataConsumer: textOf(config.dataConsumer).slice(0, 50) || undefined,
    labelKey: keys.label === 'label' ? undefined : keys.label,
    valueKey: keys.value === 'value' ? undefined : keys.value,
    childrenKey: keys.children === 'children' ? undefined : keys.children,
  });
}

/** Drops a default that is invalid for the type, such as form-generator's fixed dates for its calendar. */
function withDefault(node: FormNode, value: Json | undefined, note: Note): FormNode {
  const spec = specOf(node.type);
  if (isEmpty(value) || spec.answer === 'none' || !spec.settings.some(({ key }) => key === 'defaultValue')) return node;
  if (spec.fault(node, value!)) {
    note('default');
    return node;
  }
  return { ...node, defaultValue: value! };
}

/** Drops invalid settings instead of the whole component. */
function dropInvalid(node: FormNode): FormNode {
  const { source, options, placeholder, regList, ...rest } = node;
  const parts: Partial<FormNode>[] = [{ source }, { options }, { placeholder }, { regList }].filter(
    (part) => Object.values(part)[0] !== undefined,
  );
  let validNode: FormNode = { ...rest, regList: [] };
  for (const part of parts) if (isValidNode({ ...validNode, ...part })) validNode = { ...validNode, ...part };
  return validNode;
}

/** Form settings from either dialect; numeric strings become numbers. */
export function settingsOf(conf: JsonObject, note: Note): FormSettings {
  const number = (value: Json | undefined, max: number, fallback: number) => {
    const parsed = parseNumber(value);
    return Number.isInteger(parsed) && parsed >= 0 && parsed <= max ? parsed : fallback;
  };
  const column = (value: Json | undefined) => (isObject(value) ? value : {});
  const [label, wrapper] = [column(conf.labelCol), column(conf.wrapperCol)];
  const pixels = typeof conf.labelWidth === 'number' ? conf.labelWidth : undefined;
  const span = pixels === undefined ? undefined : Math.min(23, Math.max(0, Math.round(pixels / ELEMENT_SPAN)));
  if (pixels !== undefined && Math.round(span! * ELEMENT_SPAN) !== pixels) note('labelWidth', { from: `${pixels}px`, to: `${span}/24` });
  if (isObject(conf.__methods__)) note('functions');
  const layout = ['horizontal', 'vertical', 'inline'].find((each) => each === conf.layout) as FormSettings['layout'] | undefined;
  const align = conf.labelAlign ?? conf.labelPosition;
  const legacy = compact({ formRef: nameIn(conf.formRef), formModel: nameIn(conf.formModel), formRules: nameIn(conf.formRules) });
  return compact({
    ...formDefaults,
    layout: layout ?? (conf.labelPosition === 'top' ? 'vertical' : 'horizontal'),
    labelAlign: align === 'left' ? 'left' : 'right',
    labelSpan: span ?? number(label.span, 24, formDefaults.labelSpan),
    labelOffset: number(label.offset, 24, 0),
    wrapperSpan: span === undefined ? number(wrapper.span, 24, formDefaults.wrapperSpan) : 24 - span,
    wrapperOffset: number(wrapper.offset, 24, 0),
    gutter: number(conf.gutter, 100, formDefaults.gutter),
    disabled: conf.disabled === true,
    showButtons: conf.formBtns !== false,
    size: sizes[textOf(conf.size)] as FormSettings['size'],
    legacy: Object.keys(legacy).length > 0 ? legacy : undefined,
  });
}

const nameIn = (value: Json | undefined) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined);
