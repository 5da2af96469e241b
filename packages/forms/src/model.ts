import type { Json, JsonObject } from './json.ts';
import type { Expr } from './rules/expr.ts';

/** Version of the document's shape, as specified for the designer's drawing items. */
export const DOC_VERSION = '1.0.0';
/** Where the counter of components starts: it is raised before use, so the first one is 101. */
export const FIRST_ID = 100;

/** Types of components, by which a document names them; none ever changes its name. */
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
  /** What an import did not know; drawn in grey and carried along. */
  'unknown',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A rule on text: `pattern` is `/body/flags` or a bare body, and is never run by the engine of the host (see `pattern.ts`). */
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

/** Where options come from when they are not written into the document. */
export interface Source {
  mode: 'static' | 'dict' | 'dynamic';
  /** Type of a dictionary. */
  dict?: string | undefined;
  /** Path below our own `/api`, e.g. `/system/dept/list`; nothing else is ever asked. */
  url?: string | undefined;
  method?: 'get' | 'post' | 'put' | 'delete' | undefined;
  /** Way to the list within the answer, e.g. `data.rows`. */
  dataPath?: string | undefined;
  /** Property that takes the list; `options` unless an import says otherwise. */
  dataConsumer?: string | undefined;
  labelKey?: string | undefined;
  valueKey?: string | undefined;
  childrenKey?: string | undefined;
}

/** Each is judged anew whenever an answer changes. */
export interface Rules {
  visible?: Expr | undefined;
  required?: Expr | undefined;
  disabled?: Expr | undefined;
  /** The answer itself, computed; nobody can type into it. */
  value?: Expr | undefined;
}

/** One component of a form. */
export interface FormNode {
  /** From 101; never used twice in one document. */
  id: number;
  type: FieldType;
  /** Key of its answer: `field101` at first, `row101` for what only lays out; unique within its scope (form or sub-table). */
  name: string;
  label?: string | undefined;
  /** Absent: shown. */
  showLabel?: boolean | undefined;
  /** A sentence under the field that says format and example. */
  help?: string | undefined;
  required?: boolean | undefined;
  /** In place of the usual sentence. */
  requiredMessage?: string | undefined;
  /** Columns of 24. */
  span: number;
  placeholder?: string | [string, string] | undefined;
  defaultValue?: Json | undefined;
  regList: PatternRule[];
  /** Properties of the type: those that its registry entry names. */
  props: JsonObject;
  options?: Option[] | undefined;
  source?: Source | undefined;
  rules?: Rules | undefined;
  /** The answer is kept and sent while the field is hidden; it is not judged then. */
  keepHidden?: boolean | undefined;
  /** Shown to consumers, where the form belongs to a trace. */
  public?: boolean | undefined;
  /** Of row, group, tabs (whose children are tabs), tab and subtable (whose children are its columns). */
  children?: FormNode[] | undefined;
  /** What an import brought that the model has no word for; kept for the way back. */
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
  /** Pixels between columns. */
  gutter: number;
  disabled: boolean;
  /** Whether submit and reset stand below the form. */
  showButtons: boolean;
  size?: 'small' | 'middle' | 'large' | undefined;
  /** Words of the ancestor's code export. */
  legacy?: { formRef?: string | undefined; formModel?: string | undefined; formRules?: string | undefined } | undefined;
}

export interface FormDoc {
  kind: 'form-doc';
  version: typeof DOC_VERSION;
  /** The last id given; only clearing the whole board sets it back. */
  idSeq: number;
  form: FormSettings;
  fields: FormNode[];
  x?: JsonObject | undefined;
}

/** What was filled in, by name; a sub-table's answer is a list of such records. */
export type Answers = Record<string, Json>;

/** The form settings as specified. */
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

/** A form without components. */
export const emptyDoc = (): FormDoc => ({ kind: 'form-doc', version: DOC_VERSION, idSeq: FIRST_ID, form: { ...formDefaults }, fields: [] });

/** Bounds of a document, so that judging one is quick whoever wrote it. */
export const limits = {
  nodes: 1000,
  /** Components within components. */
  depth: 8,
  options: 2000,
  patterns: 20,
  patternLength: 500,
  /** Characters of an answer that a pattern looks at. */
  patternInput: 10_000,
  /** Characters of a text answer without a bound of its own. */
  text: 10_000,
  richText: 200_000,
  /** Rows of a sub-table, entries of a list. */
  rows: 500,
  exprNodes: 200,
  exprDepth: 20,
} as const;
