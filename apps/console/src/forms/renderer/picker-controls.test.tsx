import { type FormNode, specOf } from '@suyuan/forms';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { dayjs } from '../../ui/day.ts';
import { WeekControl } from './picker-controls.tsx';

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
