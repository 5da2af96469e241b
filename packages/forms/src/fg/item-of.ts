import { compact, isObject, type Json, type JsonObject } from '../json.ts';
import type { FormNode, FormSettings, Option } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { type Dialect, OWN_TAG, propPaths, tags } from './tags.ts';

/** Writes a value at its path in the dialect: `config.…`, `slot.…`, or top level. */
function writeAt(item: JsonObject, path: string, value: Json) {
  const [head, key] = path.split('.') as [string, string?];
  if (key === undefined) item[head] = value;
  else {
    const container = head === 'config' ? '__config__' : '__slot__';
    item[container] = { ...(isObject(item[container]) ? item[container] : {}), [key]: value };
  }
}

/** Element writes date tokens as `yyyy-MM-dd`, other libraries as `YYYY-MM-DD`. */
const elementFormat = (format: string) => format.replaceAll('Y', 'y').replaceAll('D', 'd');

/** A component as a form-generator item, as far as the format supports it. The caller adds children. */
export function itemOf(node: FormNode, dialect: Dialect): JsonObject {
  if (node.type === 'row') return rowOf(node);
  const tag = tags[node.type];
  const element = dialect === 'element';
  const name = tag?.[dialect];
  const item: JsonObject = {
    __config__: compact({
      label: node.label ?? '',
      showLabel: node.showLabel ?? true,
      changeTag: true,
      tag: name ?? `${OWN_TAG}${node.type}`,
      tagIcon: tag ? (element ? tag.icon : `${tag.icon}Icon`) : node.type,
      defaultValue: node.defaultValue,
      required: node.required ?? false,
      layout: 'colFormItem',
      span: node.span,
      regList: node.regList.map(
        ({ pattern, flags, message }): JsonObject => ({ pattern: flags ? `/${pattern}/${flags}` : pattern, message }),
      ),
      formId: node.id,
      renderKey: `${node.id}`,
    } as JsonObject),
    __vModel__: node.name,
  };
  if (element && name && tag?.mark) Object.assign(item, tag.mark);
  if (typeof node.placeholder === 'string') item.placeholder = node.placeholder;
  if (Array.isArray(node.placeholder)) {
    if (element) Object.assign(item, { 'start-placeholder': node.placeholder[0], 'end-placeholder': node.placeholder[1] });
    else item.placeholder = node.placeholder;
  }
  for (const [key, [antdv, other]] of Object.entries(propPaths[node.type] ?? {})) {
    const value = node.props[key];
    const path = (element ? other : antdv)[0];
    if (value === undefined || path === undefined) continue;
    writeAt(item, path, key === 'format' && element && typeof value === 'string' ? elementFormat(value) : value);
  }
  if (typeof node.props.size === 'string') item.size = node.props.size === 'middle' ? (element ? 'medium' : 'default') : node.props.size;
  writeTypeSettings(item, node, element);
  if (specOf(node.type).answer !== 'none') item.style = { width: '100%' };
  return item;
}

function rowOf(node: FormNode): JsonObject {
  const { gutter, justify, align } = node.props;
  return compact({
    __config__: {
      span: node.span,
      layout: 'rowFormItem',
      tagIcon: 'rowIcon',
      label: node.label ?? '',
      layoutTree: true,
      componentName: node.name,
      formId: node.id,
      renderKey: `${node.id}`,
    },
    type: 'default',
    gutter,
    justify,
    align,
  } as JsonObject);
}

function writeTypeSettings(item: JsonObject, node: FormNode, element: boolean) {
  const { props, source } = node;
  const options = node.options ?? [];
  if (node.type === 'textarea' && props.rows !== undefined)
    item[element ? 'autosize' : 'autoSize'] = { minRows: props.rows, maxRows: props.rows };
  if (node.type === 'select') {
    if (element) item.multiple = props.multiple ?? false;
    else item.mode = props.multiple === true ? 'multiple' : 'default';
  }
  if (element && node.type === 'date' && props.showTime === true) item.type = 'datetime';
  if (element && node.type === 'range' && props.showTime === true) item.type = 'datetimerange';
  if (node.options) {
    if (node.type === 'transfer')
      item[element ? 'data' : 'data-source'] = options.map(
        (each): JsonObject => (element ? { key: each.value, label: each.label } : { key: each.value, title: each.label }),
      );
    else if (node.type === 'auto-complete') item['data-source'] = options.map(({ value }) => value);
    else if (node.type === 'cascader') item.options = options.map(plainOption);
    else if (node.type === 'tree-select') item['tree-data'] = options.map(plainOption);
    else writeAt(item, 'slot.options', options.map(plainOption));
  }
  if (source && source.mode !== 'dict' && (source.method || source.url || source.mode === 'dynamic'))
    for (const [key, value] of Object.entries({
      dataType: source.mode,
      url: source.url,
      method: source.method,
      dataPath: source.dataPath,
      dataConsumer: source.dataConsumer,
    }))
      if (value !== undefined) writeAt(item, `config.${key}`, value);
  if (source && (source.labelKey || source.valueKey || source.childrenKey)) {
    const { labelKey = 'label', valueKey = 'value', childrenKey = 'children' } = source;
    if (node.type === 'cascader') item.props = { props: { multiple: false, label: labelKey, value: valueKey, children: childrenKey } };
    if (node.type === 'tree-select') item['replace-fields'] = { children: childrenKey, title: labelKey, value: valueKey, key: valueKey };
  }
}

const plainOption = ({ label, value, disabled, children }: Option): JsonObject =>
  compact({ label, value, disabled, children: children?.map(plainOption) } as JsonObject);

export function confOf(form: FormSettings, dialect: Dialect): JsonObject {
  const { formRef = 'elForm', formModel = 'formData', formRules = 'rules' } = form.legacy ?? {};
  const shared = { formRef, formModel, formRules, gutter: form.gutter, disabled: form.disabled, formBtns: form.showButtons };
  if (dialect === 'element')
    return {
      ...shared,
      size: form.size === 'middle' || !form.size ? 'medium' : form.size,
      labelPosition: form.layout === 'vertical' ? 'top' : form.labelAlign,
      labelWidth: Math.round(form.labelSpan * ELEMENT_SPAN),
      span: 24,
    };
  return {
    ...shared,
    ...(form.size ? { size: form.size === 'middle' ? 'default' : form.size } : {}),
    layout: form.layout,
    labelAlign: form.labelAlign,
    labelCol: { span: form.labelSpan, offset: form.labelOffset },
    wrapperCol: { span: form.wrapperSpan, offset: form.wrapperOffset },
  };
}

/** Pixels per grid column: Element's default label of 100 pixels equals 3 of 24 columns. */
export const ELEMENT_SPAN = 100 / 3;
