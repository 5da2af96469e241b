import type { TraceRecord } from '@suyuan/contract';
import { expect, it } from 'vitest';
import { traceStops } from './trace-stops.ts';

const nowhere = {
  state: 'published',
  lng: null,
  lat: null,
  regionCode: null,
  regionName: null,
  placeName: null,
  eventTime: '2026-11-01 08:00:00',
};

/** Only the fields that determine a location. */
const record = (traceRecordId: number, more: object) =>
  ({ traceRecordId, stepName: `${traceRecordId}`, ...nowhere, ...more }) as TraceRecord;

it('merges records of one city into one stop, in order, without corrected or unlocated ones', () => {
  const stops = traceStops([
    record(1, { regionCode: '530127', placeName: '牧场' }),
    record(2, { regionCode: '530112' }),
    record(3, {}),
    record(4, { regionCode: '330100', state: 'corrected' }),
    record(5, { lng: 120.15, lat: 30.27 }),
    record(6, { lng: 120.16, lat: 30.28 }),
    record(7, { regionCode: '530112' }),
  ]);
  expect(stops.map(({ steps }) => steps.map(({ traceRecordId }) => traceRecordId))).toEqual([[1, 2], [5, 6], [7]]);
  expect(stops[0]).toMatchObject({ regionCode: '530127', name: '牧场', text: '1 → 2 · 牧场 · 2026-11-01' });
});
