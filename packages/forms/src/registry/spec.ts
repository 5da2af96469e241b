import type { z } from 'zod';
import type { Fault } from '../answers/fault.ts';
import type { Json, JsonObject } from '../json.ts';
import type { FieldType, FormNode } from '../model.ts';

export const fieldGroups = ['inputs', 'choices', 'pickers', 'layout'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/**
 * Kind of answer. `text`: one or more lines. `html`: sanitised before storage. `choice`: an option value. `choices`: a list of them.
 * `path`: values from root to leaf. `pair`: two texts. `files`: a list of `{name, url}`. `rows`: a list of records. `none`: layout or
 * display only.
 */
export type Answer = 'text' | 'html' | 'number' | 'flag' | 'choice' | 'choices' | 'path' | 'pair' | 'files' | 'rows' | 'none';

export type Editor =
  | 'text'
  | 'lines'
  | 'number'
  | 'switch'
  /** One of `choices`. */
  | 'pick'
  /** Answer key: letters, digits, underscore; unique within its scope. */
  | 'name'
  | 'pairOfTexts'
  /** A value of the component's own type, edited by its control. */
  | 'defaultValue'
  | 'options'
  | 'source'
  | 'patterns'
  | 'tabs'
  | 'html';

/** A line of the property panel. Text keys: `tool.build.setting.<key>` and `tool.build.setting.<key>.<choice>`. */
export interface Setting {
  key: string;
  /** A setting of every node, or a property of the type. */
  at: 'node' | 'props';
  editor: Editor;
  section: 'basic' | 'look' | 'behaviour' | 'options' | 'validation';
  choices?: readonly string[];
  min?: number;
  max?: number;
  step?: number;
}

/** Texts of a new component in the author's language. */
export interface NodeWords {
  label: string;
  placeholder?: string | [string, string] | undefined;
  /** Labels of the first options or tabs, e.g. `选项一`, `选项二`. */
  options?: readonly string[] | undefined;
  text?: string | undefined;
}

/** Definition of a component type, without rendering. */
export interface FieldSpec {
  type: FieldType;
  /** Absent: not in the palette (`tab` belongs to tabs, `unknown` to imports). */
  group?: FieldGroup;
  /** Icon name, e.g. `FormOutlined`. */
  icon: string;
  answer: Answer;
  /** Allowed children. Columns exclude layout and sub-tables. */
  holds: 'nothing' | 'anything' | 'tabs' | 'columns';
  column: boolean;
  /** Placeholder prefix: 请输入 or 请选择, or a pair for a range. */
  placeholder?: 'enter' | 'choose' | 'pair';
  /** Defaults; `newNode` adds id, name and texts. */
  fresh(): Pick<FormNode, 'span' | 'props'> & Partial<FormNode>;
  /** Optional properties; no others are allowed. */
  props: z.ZodType<JsonObject>;
  settings: readonly Setting[];
  emptyValue: Json;
  /** Validates a non-empty answer, except patterns. */
  fault(node: FormNode, value: Json): Fault | undefined;
}
