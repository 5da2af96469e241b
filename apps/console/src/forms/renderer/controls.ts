import type { FieldType } from '@suyuan/forms';
import { lazyWithRetry } from '../../ui/lazy-part.ts';
import { CheckboxControl, RadioControl, SelectControl, SwitchControl } from './choice-controls.tsx';
import type { Control } from './control.ts';
import { DateControl, MonthControl, RangeControl, TimeControl, TimeRangeControl, WeekControl } from './picker-controls.tsx';
import { TextAreaControl, NumberControl, RichTextControl, SearchControl, PasswordControl, TextControl } from './text-controls.tsx';

type LazyControlName = keyof typeof import('./more-controls.tsx');

/** Rare controls load on first use. */
const lazyControl = (name: LazyControlName) => lazyWithRetry(async () => ({ default: (await import('./more-controls.tsx'))[name] }));

/** Controls by type. Types without an answer are rendered by the form itself. */
export const controls: Partial<Record<FieldType, Control>> = {
  input: TextControl,
  textarea: TextAreaControl,
  password: PasswordControl,
  number: NumberControl,
  search: SearchControl,
  'auto-complete': lazyControl('AutoCompleteControl'),
  mentions: lazyControl('MentionsControl'),
  'rich-text': RichTextControl,
  select: SelectControl,
  cascader: lazyControl('CascaderControl'),
  'tree-select': lazyControl('TreeSelectControl'),
  transfer: lazyControl('TransferControl'),
  radio: RadioControl,
  checkbox: CheckboxControl,
  switch: SwitchControl,
  slider: lazyControl('SliderControl'),
  rate: lazyControl('RateControl'),
  color: lazyControl('ColorControl'),
  upload: lazyWithRetry(() => import('./upload-control.tsx')),
  signature: lazyWithRetry(() => import('./signature-control.tsx')),
  time: TimeControl,
  date: DateControl,
  month: MonthControl,
  week: WeekControl,
  range: RangeControl,
  'time-range': TimeRangeControl,
};
