import type { FieldType } from '@suyuan/forms';
import { lazyPart } from '../../ui/lazy-part.ts';
import { CheckboxControl, RadioControl, SelectControl, SwitchControl } from './choice-controls.tsx';
import type { Control } from './control.ts';
import { DateControl, MonthControl, RangeControl, TimeControl, TimeRangeControl, WeekControl } from './picker-controls.tsx';
import { LinesControl, NumberControl, RichControl, SearchControl, SecretControl, TextControl } from './text-controls.tsx';

type More = keyof typeof import('./more-controls.tsx');

/** Rare controls load on first use. */
const later = (name: More) => lazyPart(async () => ({ default: (await import('./more-controls.tsx'))[name] }));

/** Controls by type. Types without an answer are rendered by the form itself. */
export const controls: Partial<Record<FieldType, Control>> = {
  input: TextControl,
  textarea: LinesControl,
  password: SecretControl,
  number: NumberControl,
  search: SearchControl,
  'auto-complete': later('AutoCompleteControl'),
  mentions: later('MentionsControl'),
  'rich-text': RichControl,
  select: SelectControl,
  cascader: later('CascaderControl'),
  'tree-select': later('TreeSelectControl'),
  transfer: later('TransferControl'),
  radio: RadioControl,
  checkbox: CheckboxControl,
  switch: SwitchControl,
  slider: later('SliderControl'),
  rate: later('RateControl'),
  color: later('ColorControl'),
  upload: lazyPart(() => import('./upload-control.tsx')),
  signature: lazyPart(() => import('./signature-control.tsx')),
  time: TimeControl,
  date: DateControl,
  month: MonthControl,
  week: WeekControl,
  range: RangeControl,
  'time-range': TimeRangeControl,
};
