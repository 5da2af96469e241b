import type { Json, JsonObject } from './json.ts';
import type { Expr } from './rules/expr.ts';

export const DOC_VERSION = '1.0.0';
/** Start of the id counter. It increments before use, so the first id is 101. */
export const FIRST_ID = 100;

/** Component types. Stored documents use these names, so they never change. */
export const fieldTypes = [
  // inputs
  'input',
  'textarea',
  'password',
  'number',
  'search',
  'auto-complete',
  'mentions',
  'rich-text',
  // choices
  'select',
  'cascader',
  'tree-select',
  'transfer',
  'radio',
  'checkbox',
  'switch',
  'slider',
  'rate',
  'upload',
  'color',
  // pickers
  'time',
  'date',
  'month',
  'week',
  'range',
  'time-range',
  // layout
  'row',
  'group',
  'tabs',
  'tab',
  'subtable',
  'divider',
  'text',
  'button',
  'map-view',
  'signature',
  /** Unknown type of an import; rendered in grey and preserved. */
  'unknown',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A text rule: `pattern` is `/body/flags` or a bare body. The host's regex engine never runs it (see `pattern/`). */
export interface PatternRule {
  pattern: string;
  flags?: string | undefined;
  message: string;
}

export interface Option {
  label: string;
  value: string | number;
  disabled?: boolean | undefined;
  children?: Option[] | undefined;
}

/** Parents first. */
export const flattenOptions = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flattenOptions(option.children ?? [])]);

export interface Source {
  mode: 'static' | 'dict' | 'dynamic';
  dict?: string | undefined;
  /** Path below `/api`, e.g. `/system/dept/list`. Other URLs are never requested. */
  url?: string | undefined;
  method?: 'get' | 'post' | 'put' | 'delete' | undefined;
  /** Path to the list in the response, e.g. `data.rows`. */
  dataPath?: string | undefined;
  /** Property that receives the list; default `options`. */
  dataConsumer?: string | undefined;
  labelKey?: string | undefined;
  valueKey?: string | undefined;
  childrenKey?: string | undefined;
}

/** Each is evaluated again when an answer changes. */
export interface Rules {
  visible?: Expr | undefined;
  required?: Expr | undefined;
  disabled?: Expr | undefined;
  /** Computed answer; read-only. */
  value?: Expr | undefined;
}

export interface FormNode {
  /** From 101; unique in the document and never reused. */
  id: number;
  type: FieldType;
  /** Key of the answer: `field101` by default, `row101` for layout. Unique within its scope (form or sub-table). */
  name: string;
  label?: string | undefined;
  /** Default: true. */
  showLabel?: boolean | undefined;
  /** Hint below the field with format and example. */
  help?: string | undefined;
  required?: boolean | undefined;
  /** Replaces the default message. */
  requiredMessage?: string | undefined;
  /** 1 to 24 columns. */
  span: number;
  placeholder?: string | [string, string] | undefined;
  defaultValue?: Json | undefined;
  regList: PatternRule[];
  /** Properties that the registry entry of the type declares. */
  props: JsonObject;
  options?: Option[] | undefined;
  source?: Source | undefined;
  rules?: Rules | undefined;
  /** Keeps and submits the answer of a hidden field, without validation. */
  keepHidden?: boolean | undefined;
  /** Visible to consumers if the form belongs to a trace. */
  public?: boolean | undefined;
  /** Of row, group, tabs (children are tabs), tab and subtable (children are columns). */
  children?: FormNode[] | undefined;
  /** Imported data without a place in the model; used by export. */
  x?: JsonObject | undefined;
}

export interface FormSettings {
  name?: string | undefined;
  layout: 'horizontal' | 'vertical' | 'inline';
  labelAlign: 'left' | 'right';
  labelSpan: number;
  labelOffset: number;
  wrapperSpan: number;
  wrapperOffset: number;
  /** In pixels. */
  gutter: number;
  disabled: boolean;
  /** Renders submit and reset below the form. */
  showButtons: boolean;
  size?: 'small' | 'middle' | 'large' | undefined;
  /** Names in form-generator's code export. */
  legacy?: { formRef?: string | undefined; formModel?: string | undefined; formRules?: string | undefined } | undefined;
}

export interface FormDoc {
  kind: 'form-doc';
  version: typeof DOC_VERSION;
  /** Last allocated id; only clearing the form resets it. */
  idSeq: number;
  form: FormSettings;
  fields: FormNode[];
  x?: JsonObject | undefined;
}

/** Answers by name; a sub-table's answer is a list of records. */
export type Answers = Record<string, Json>;

export const formDefaults: FormSettings = {
  layout: 'horizontal',
  labelAlign: 'right',
  labelSpan: 3,
  labelOffset: 0,
  wrapperSpan: 21,
  wrapperOffset: 0,
  gutter: 15,
  disabled: false,
  showButtons: true,
};

export const emptyDoc = (): FormDoc => ({ kind: 'form-doc', version: DOC_VERSION, idSeq: FIRST_ID, form: { ...formDefaults }, fields: [] });

/** Limits that bound the validation time of any document. */
export const limits = {
  nodes: 1000,
  /** Nesting levels. */
  depth: 8,
  options: 2000,
  patterns: 20,
  patternLength: 500,
  /** Characters of an answer that patterns may check. */
  patternInput: 10_000,
  /** Characters of a text answer without its own limit. */
  text: 10_000,
  richText: 200_000,
  /** Rows of a sub-table, entries of a list. */
  rows: 500,
  exprNodes: 200,
  exprDepth: 20,
} as const;
