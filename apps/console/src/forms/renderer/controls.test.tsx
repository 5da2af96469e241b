import { type FieldType, type FormNode, specOf } from '@suyuan/forms';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { dayjs } from '../../ui/day.ts';
import { RadioControl, SwitchControl } from './choice-controls.tsx';
import type { Control } from './control.ts';
import { ColorControl, RateControl, SliderControl, TransferControl } from './lazy-controls.tsx';
import { WeekControl } from './picker-controls.tsx';
import SignatureControl from './signature-control.tsx';
import UploadControl from './upload-control.tsx';

vi.mock('../../data/i18n.ts', async (original) => ({ ...(await original<object>()), useTranslations: () => (key: string) => key }));

const options = [{ label: '甲', value: 'a' }];
const file = { name: 'a.png', url: '/api/profile/a.png' };

it.each<[FieldType, Control, Partial<FormNode>?, FormNode['defaultValue']?]>([
  ['switch', SwitchControl],
  ['radio', RadioControl, { options }],
  ['transfer', TransferControl, { options }],
  ['slider', SliderControl],
  ['slider', SliderControl, { props: { range: true } }],
  ['rate', RateControl],
  ['color', ColorControl],
  ['signature', SignatureControl],
  ['signature', SignatureControl, {}, [file]],
  ['upload', UploadControl],
  ['upload', UploadControl, { props: { maxCount: 1 } }, [file]],
])('describes %s by its help and fault, at the element that gets the focus', (type, Control, overrides, value) => {
  const node: FormNode = { ...specOf(type).fresh(), id: 101, type, name: 'a', label: '甲', regList: [], ...overrides };
  const control = (
    <Control
      node={node}
      id="a"
      label="甲"
      value={value}
      onChange={() => undefined}
      disabled={false}
      invalid
      required
      describedBy="a-fault"
    />
  );
  const html = renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{control}</QueryClientProvider>);
  const [element = ''] = /<[^>]* id="a"[^>]*>/.exec(html) ?? [];
  expect(element).toContain('aria-describedby="a-fault"');
  const takesState = ['switch', 'radio'].includes(type);
  expect([element.includes('aria-invalid="true"'), element.includes('aria-required="true"')]).toEqual([takesState, takesState]);
});

afterEach(() => void dayjs.locale('zh-cn'));

const shownWeek = (value: string, format: string) => {
  const node: FormNode = { ...specOf('week').fresh(), id: 101, type: 'week', name: 'week', label: '周', regList: [], props: { format } };
  const html = renderToStaticMarkup(
    <WeekControl node={node} value={value} id="week" label="周" disabled={false} onChange={() => undefined} />,
  );
  return /value="([^"]*)"/.exec(html)?.[1];
};

it('shows a week in the format of its settings, numbered by ISO 8601 in both languages', () => {
  expect(shownWeek('2026-W48', '')).toBe('2026-W48');
  // the first days of 2027 belong to the last week of 2026
  expect(shownWeek('2026-W53', 'YYYY-wo')).toBe('2026-53周');
  expect(shownWeek('2027-W01', 'YYYY年第w周')).toBe('2027年第1周');
  dayjs.locale('en');
  expect(shownWeek('2026-W53', 'YYYY-wo')).toBe('2026-W53');
  expect(shownWeek('2027-W01', 'ww/YYYY')).toBe('01/2027');
  expect(dayjs('2026-11-29').startOf('week').format('YYYY-MM-DD Do')).toBe('2026-11-23 23rd');
});
