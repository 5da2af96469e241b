import { describe, expect, it } from 'vitest';
import { regionOf } from './place.service.ts';

describe('region of an IP address', () => {
  it.each([
    ['112.10.0.1', '浙江省杭州市'],
    ['202.96.209.5', '上海市'],
    ['59.148.1.1', '香港'],
    ['8.8.8.8', '美国'],
    ['::ffff:112.10.0.1', '浙江省杭州市'],
    ['240e:47d:c20:1627:30a3:ba0d:a5e6:ec19', '广东省广州市'],
  ])('is resolved for %s: %s', (ip, region) => {
    expect(regionOf(ip)).toBe(region);
  });

  it.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fe80::1', 'fe80::1%eth0', 'fd00::1', '::', '1.2.3', 'unknown', ''])(
    'is unknown for %s',
    (ip) => {
      expect(regionOf(ip)).toBeNull();
    },
  );
});
