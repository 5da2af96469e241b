import { describe, expect, it } from 'vitest';
import { createScanId, formerScanIds, toStoredScanId } from './scan-id.ts';
import { shortAgent } from './visitor-checks.ts';

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
const now = Date.parse('2026-11-20T01:30:00+08:00');
const hour = 3_600_000;

describe('scan IDs', () => {
  it('are UUIDs of version 7 that start with their time', () => {
    const ids = Array.from({ length: 1000 }, () => createScanId(now));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.map(timeOf)).toEqual(ids.map(() => now));
    expect(new Set(ids).size).toBe(1000);
  });

  it('stay unchanged when their time differs by at most a day', () => {
    for (const offset of [-24 * hour, -1, 0, 24 * hour]) {
      const id = createScanId(now + offset);
      expect(toStoredScanId(id.toUpperCase(), now)).toBe(id);
    }
  });

  it('of other times and versions get the start of the day in Shanghai and stay unique', () => {
    const start = Date.parse('2026-11-20T00:00:00+08:00');
    for (const id of [
      createScanId(now - 25 * hour),
      createScanId(now + 48 * hour),
      '123e4567-e89b-42d3-a456-426614174000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ]) {
      const storedId = toStoredScanId(id, now);
      expect(timeOf(storedId)).toBe(start);
      expect(storedId).toMatch(/^[0-9a-f-]{14}7[0-9a-f]{3}-[89ab]/);
      expect(storedId.slice(20)).toBe(id.slice(20));
      expect(toStoredScanId(id, now + 22 * hour)).toBe(storedId);
      expect(toStoredScanId(storedId, now)).toBe(storedId);
    }
  });

  it('have no other stored form, except shortly after midnight or the limit of a day', () => {
    const foreign = '123e4567-e89b-42d3-a456-426614174000';
    const midnight = Date.parse('2026-11-20T00:00:00+08:00');
    for (const time of [now, midnight + 1, midnight - 1]) expect(formerScanIds(createScanId(time), time)).toEqual([]);
    expect(formerScanIds(foreign, now)).toEqual([]);
    expect(formerScanIds(foreign, midnight + 10_000)).toEqual([toStoredScanId(foreign, midnight - 1)]);
    const slow = createScanId(now - 24 * hour);
    expect(formerScanIds(slow, now + 1000)).toEqual([slow]);
    const fast = createScanId(now + 24 * hour + 1000);
    expect(formerScanIds(fast, now + 2000)).toEqual([toStoredScanId(fast, now)]);
  });
});

describe('the stored name of a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 14; V2309A Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 XWEB/1260117 MMWEBSDK/20240404 MMWEBID/6170 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/5G Language/zh_CN ABI/arm64',
      '(Android 14; V2309A) Chrome/126.0 MicroMessenger/8.0',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
      '(iPhone; iPhone OS 17_6) Safari/17.6',
    ],
    ['python-requests/2.31.0', 'python-requests/2.31'],
    ['', ''],
  ])('keeps system, model and app of %s', (agent, stored) => {
    expect(shortAgent(agent)).toBe(stored);
  });
});
