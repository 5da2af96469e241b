import { z } from 'zod';
import type { Json, JsonObject } from '../json.ts';
import type { Editor, FieldSpec, Setting } from './spec.ts';

export interface Prop extends Pick<Setting, 'section' | 'choices' | 'min' | 'max' | 'step'> {
  schema: z.ZodType<Json>;
  editor: Editor;
}

type Section = Setting['section'];

export const flag = (section: Section = 'behaviour'): Prop => ({ schema: z.boolean(), editor: 'switch', section });

/** An integer, bounds inclusive. */
export const integer = (min: number, max: number, section: Section = 'behaviour'): Prop => ({
  schema: z.int().min(min).max(max),
  editor: 'number',
  section,
  min,
  max,
  step: 1,
});

const MAX_AMOUNT = 1e15;
export const amount = (section: Section = 'validation'): Prop => ({
  schema: z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT),
  editor: 'number',
  section,
  min: -MAX_AMOUNT,
  max: MAX_AMOUNT,
});

export const pick = (choices: readonly string[], section: Section = 'look'): Prop => ({
  schema: z.enum(choices as [string, ...string[]]),
  editor: 'pick',
  section,
  choices,
});

/** A single line of at most `max` characters. */
export const line = (section: Section = 'look', max = 200): Prop => ({ schema: z.string().max(max), editor: 'text', section });
/** Multiple lines of at most `max` characters. */
export const lines = (section: Section = 'basic', max = 5000): Prop => ({ schema: z.string().max(max), editor: 'lines', section });

/** Two texts, such as the placeholders of a range. */
export const twoLines = (section: Section = 'look'): Prop => ({
  schema: z.tuple([z.string().max(50), z.string().max(50)]),
  editor: 'pairOfTexts',
  section,
});

/** A date, or blank. */
export const day = (section: Section = 'validation'): Prop => ({
  schema: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/),
  editor: 'text',
  section,
});

/** Common to all antd controls. */
export const controlProps = { size: pick(['small', 'middle', 'large']), disabled: flag() };
export const clearableProps = { allowClear: flag() };

const sharedSettings: Record<string, Omit<Setting, 'key' | 'at'>> = {
  label: { editor: 'text', section: 'basic' },
  name: { editor: 'name', section: 'basic' },
  showLabel: { editor: 'switch', section: 'look' },
  placeholder: { editor: 'text', section: 'basic' },
  help: { editor: 'text', section: 'basic' },
  defaultValue: { editor: 'defaultValue', section: 'basic' },
  span: { editor: 'number', section: 'look', min: 1, max: 24, step: 1 },
  options: { editor: 'options', section: 'options' },
  source: { editor: 'source', section: 'options' },
  required: { editor: 'switch', section: 'validation' },
  requiredMessage: { editor: 'text', section: 'validation' },
  regList: { editor: 'patterns', section: 'validation' },
  keepHidden: { editor: 'switch', section: 'behaviour' },
  children: { editor: 'tabs', section: 'basic' },
};

/** Builds a registry entry. The properties become the schema and the panel settings, after the shared ones. */
export function field(
  spec: Omit<FieldSpec, 'props' | 'settings' | 'emptyValue' | 'holds' | 'column'> & {
    props: Record<string, Prop>;
    shares: readonly string[];
    holds?: FieldSpec['holds'];
    column?: boolean;
    emptyValue?: Json;
  },
): FieldSpec {
  const { props, shares, holds = 'nothing', column = spec.answer !== 'none', emptyValue = null, ...fixedSpec } = spec;
  const shape = Object.fromEntries(Object.entries(props).map(([key, { schema }]) => [key, schema.optional()]));
  return {
    ...fixedSpec,
    holds,
    column,
    emptyValue,
    props: z.strictObject(shape) as unknown as z.ZodType<JsonObject>,
    settings: [
      ...shares.map((key): Setting => {
        const setting = sharedSettings[key]!;
        return {
          key,
          at: 'node',
          ...(key === 'placeholder' && spec.placeholder === 'pair' ? { ...setting, editor: 'pairOfTexts' } : setting),
        };
      }),
      ...Object.entries(props).map(([key, { schema: _, ...setting }]): Setting => ({ key, at: 'props', ...setting })),
    ],
  };
}

export const answerSettings = ['label', 'name', 'help', 'defaultValue', 'span', 'showLabel', 'required', 'requiredMessage', 'keepHidden'];
export const textSettings = [
  'label',
  'name',
  'placeholder',
  'help',
  'defaultValue',
  'span',
  'showLabel',
  'required',
  'requiredMessage',
  'regList',
  'keepHidden',
];
export const choiceSettings = [
  'label',
  'name',
  'placeholder',
  'help',
  'options',
  'source',
  'defaultValue',
  'span',
  'showLabel',
  'required',
  'requiredMessage',
  'keepHidden',
];
