import type { z } from 'zod';
import type { Fault } from '../answers/fault.ts';
import type { Json, JsonObject } from '../json.ts';
import type { FieldType, FormNode } from '../model.ts';

export const fieldGroups = ['inputs', 'choices', 'pickers', 'layout'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/**
 * What an answer is. `text` one line or more, `html` sanitised before it is stored, `choice` a value of an option, `choices` a list of
 * them, `path` a list from the root to a leaf, `pair` two texts, `files` a list of `{name, url}`, `rows` a list of records, `none` nothing: it only lays out or shows.
 */
export type Answer = 'text' | 'html' | 'number' | 'flag' | 'choice' | 'choices' | 'path' | 'pair' | 'files' | 'rows' | 'none';

/** How the property panel edits a setting. */
export type Editor =
  | 'text'
  | 'lines'
  | 'number'
  | 'switch'
  /** One of `choices`. */
  | 'pick'
  /** Key of an answer: letters, digits, underscore; unique within its scope. */
  | 'name'
  | 'pairOfTexts'
  /** A value of the very type, edited by its own control. */
  | 'defaultValue'
  | 'options'
  | 'source'
  | 'patterns'
  | 'tabs'
  | 'html';

/** One line of the property panel. Its word is `tool.build.setting.<key>`, of a choice `tool.build.setting.<key>.<choice>`. */
export interface Setting {
  key: string;
  /** Whether it is of every component, or one of the type's own properties. */
  at: 'node' | 'props';
  editor: Editor;
  section: 'basic' | 'look' | 'behaviour' | 'options' | 'validation';
  choices?: readonly string[];
  min?: number;
  max?: number;
  step?: number;
}

/** How a new component is worded in the language of who draws: the words come from the page. */
export interface NodeWords {
  label: string;
  placeholder?: string | [string, string] | undefined;
  /** Labels of its first options or tabs, e.g. `选项一`, `选项二`. */
  options?: readonly string[] | undefined;
  /** What a button or a paragraph says. */
  text?: string | undefined;
}

/** Everything that a type of component is, but for how it is drawn. */
export interface FieldSpec {
  type: FieldType;
  /** Absent: not in the palette (`tab` belongs to tabs, `unknown` to imports). */
  group?: FieldGroup;
  /** Name of the icon, e.g. `FormOutlined`. */
  icon: string;
  answer: Answer;
  /** What it may hold: nothing, any component, tabs only, columns (no layout, no sub-table). */
  holds: 'nothing' | 'anything' | 'tabs' | 'columns';
  /** Whether a sub-table may have it as a column. */
  column: boolean;
  /** How its placeholder begins: 请输入 or 请选择, or a pair for a range; absent: it has none. */
  placeholder?: 'enter' | 'choose' | 'pair';
  /** A new one, with the specified constants; id, name and words are put in by `newNode`. */
  fresh(): Pick<FormNode, 'span' | 'props'> & Partial<FormNode>;
  /** The properties it may have; each optional, none else. */
  props: z.ZodType<JsonObject>;
  settings: readonly Setting[];
  /** The answer of somebody who has filled nothing in. */
  emptyValue: Json;
  /** What is wrong with a filled answer, apart from patterns; undefined where all is well. */
  fault(node: FormNode, value: Json): Fault | undefined;
}
