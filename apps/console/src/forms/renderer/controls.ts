import type { FieldType } from '@suyuan/forms';
import { lazyPart } from '../../ui/lazy-part.ts';
import { CheckboxControl, RadioControl, SelectControl, SwitchControl } from './choice-controls.tsx';
import type { Control } from './control.ts';
import { DateControl, MonthControl, RangeControl, TimeControl, TimeRangeControl, WeekControl } from './picker-controls.tsx';
import { LinesControl, NumberControl, RichControl, SearchControl, SecretControl, TextControl } from './text-controls.tsx';

type More = keyof typeof import('./more-controls.tsx');

/** Controls that few forms have come with the first that does. */
const later = (name: More) => lazyPart(async () => ({ default: (await import('./more-controls.tsx'))[name] }));

/** The control of each type that has an answer; what lays out or only shows is drawn by the form itself. */
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
