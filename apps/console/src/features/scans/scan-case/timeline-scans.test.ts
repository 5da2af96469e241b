import type { ScanJump } from '@suyuan/contract';
import { expect, it } from 'vitest';
import { timelineScans } from './case-scans.tsx';

it('shows both scans of an implausible move on the timeline, also those that are no evidence', () => {
  const jump: ScanJump = {
    ...{ fromScanId: 'first', fromRegion: '西安', fromRegionCode: '610100' },
    ...{ toScanId: 'second', toRegion: '合肥', toRegionCode: '340100' },
    ...{ scanTime: '2026-11-20 00:02:00', seconds: 240, kilometres: 840, ordinal: 1 },
  };
  const evidence = [
    { scanId: 'third', scanTime: '2026-11-21 09:00:00', verdict: 'suspect', region: '合肥' },
    { scanId: 'second', scanTime: '2026-11-20 00:02:00', verdict: 'suspect', region: '合肥' },
  ];
  expect(timelineScans(evidence, [jump])).toEqual([
    ...evidence,
    { scanId: 'first', scanTime: '2026-11-19 23:58:00', verdict: '', region: '西安' },
  ]);
});
