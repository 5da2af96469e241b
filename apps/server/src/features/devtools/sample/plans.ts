import type { BatchStep } from '@suyuan/contract';

/** One step of a sample batch, for a run of its codes or all of them. */
export interface PlanStep {
  action: BatchStep | 'add' | 'issued';
  /** Days before now, may be fractional. */
  daysAgo: number;
  /** Ordinals from 0; absent for all codes. */
  run?: { from: number; count: number };
  reason?: string;
}

export interface BatchPlan {
  goods: string;
  supplier: string;
  quantity: number;
  /** Code of the intended dealer, and the region. */
  dealer?: string;
  region?: string;
  /** Days before now of manufacture. */
  madeDaysAgo: number;
  steps: PlanStep[];
  /** Number of codes that consumers scanned, and of those with many scans, like copies. */
  scanned: number;
  cloned?: number;
}

type More = [action: PlanStep['action'], daysAgo: number, reason?: string | null, run?: { from: number; count: number }];

/** Steps from planning to issued codes take one day. */
const issued = (daysAgo: number, ...more: More[]): PlanStep[] => [
  ...planned(daysAgo),
  { action: 'submit', daysAgo: daysAgo - 0.1 },
  { action: 'approve', daysAgo: daysAgo - 0.4 },
  { action: 'issue', daysAgo: daysAgo - 0.45 },
  { action: 'issued', daysAgo: daysAgo - 0.4501 },
  ...after(more),
];
const planned = (daysAgo: number): PlanStep[] => [{ action: 'add', daysAgo }];
const after = (more: More[]): PlanStep[] =>
  more.map(([action, daysAgo, reason, run]) => ({ action, daysAgo, ...(reason && { reason }), ...(run && { run }) }));

export const productionLines: Record<string, string> = {
  'MILK-250': '利乐灌装 1 线',
  'MILK-ORG': '利乐灌装 2 线',
  'YOGURT-180': '杯装酸奶线',
  'CHEESE-90': '奶酪切片线',
  'TEA-DHP': '礼盒包装 1 组',
  'TEA-TGY': '罐装 1 线',
  'TEA-BHYZ': '手工包装组',
  'TEA-ZSXZ': '罐装 2 线',
};

/** Batches in every state, oldest first. */
export const plans: BatchPlan[] = [
  {
    goods: 'MILK-250',
    supplier: 'YL-DAIRY',
    dealer: 'GD-00',
    region: '440000',
    quantity: 200_000,
    madeDaysAgo: 57,
    scanned: 760,
    cloned: 3,
    steps: issued(59, ['activate', 56]),
  },
  {
    goods: 'TEA-DHP',
    supplier: 'MS-WUYI',
    dealer: 'ZJ-HZ',
    region: '330100',
    quantity: 20_000,
    madeDaysAgo: 55,
    scanned: 420,
    cloned: 2,
    steps: issued(58, ['activate', 54]),
  },
  {
    goods: 'YOGURT-180',
    supplier: 'YL-COLD',
    dealer: 'GD-00',
    region: '440000',
    quantity: 80_000,
    madeDaysAgo: 46,
    scanned: 360,
    steps: issued(48, ['activate', 45], ['close', 40]),
  },
  {
    goods: 'MILK-250',
    supplier: 'YL-DAIRY',
    dealer: 'SC-00',
    region: '510000',
    quantity: 500_000,
    madeDaysAgo: 42,
    scanned: 520,
    steps: issued(
      44,
      ['activate', 41, null, { from: 0, count: 300_000 }],
      ['activate', 39, null, { from: 300_000, count: 200_000 }],
      ['close', 30],
    ),
  },
  {
    goods: 'MILK-ORG',
    supplier: 'YL-ORGANIC',
    dealer: 'ZJ-00',
    region: '310000',
    quantity: 1_200_000,
    madeDaysAgo: 38,
    scanned: 560,
    steps: issued(
      40,
      ['activate', 36, null, { from: 0, count: 800_000 }],
      ['freeze', 12, '外箱渗漏，待查', { from: 400_000, count: 20_000 }],
    ),
  },
  {
    goods: 'CHEESE-90',
    supplier: 'YL-COLD',
    quantity: 150_000,
    madeDaysAgo: 33,
    scanned: 240,
    steps: issued(35, ['activate', 32], ['recall', 9, '抽检菌落总数超标，全批召回']),
  },
  {
    goods: 'TEA-TGY',
    supplier: 'MS-ANXI',
    dealer: 'SC-00',
    region: '500000',
    quantity: 100_000,
    madeDaysAgo: 28,
    scanned: 330,
    steps: issued(31, ['activate', 27], ['void', 26.5, '贴标时损坏', { from: 99_500, count: 500 }]),
  },
  {
    goods: 'CHEESE-90',
    supplier: 'YL-COLD',
    quantity: 40_000,
    madeDaysAgo: 26,
    scanned: 0,
    steps: [...planned(28), { action: 'submit', daysAgo: 27.9 }, { action: 'cancel', daysAgo: 27, reason: '包材到货推迟，改期生产' }],
  },
  {
    goods: 'TEA-TGY',
    supplier: 'MS-ANXI',
    quantity: 1_000,
    madeDaysAgo: 24,
    scanned: 4,
    steps: issued(25, ['void', 22, '标签印刷色差，整批作废']),
  },
  {
    goods: 'TEA-BHYZ',
    supplier: 'MS-FUDING',
    dealer: 'ZJ-HZ',
    region: '330100',
    quantity: 12_000,
    madeDaysAgo: 20,
    scanned: 70,
    steps: issued(22, ['activate', 18], ['freeze', 4, '等待第三方农残复检报告']),
  },
  { goods: 'TEA-ZSXZ', supplier: 'MS-WUYI', quantity: 60_000, madeDaysAgo: 13, scanned: 12, steps: issued(15) },
  {
    goods: 'MILK-250',
    supplier: 'YL-DAIRY',
    dealer: 'GD-00',
    region: '440000',
    quantity: 2_000_000,
    madeDaysAgo: 5,
    scanned: 6,
    steps: issued(7),
  },
  {
    goods: 'MILK-ORG',
    supplier: 'YL-ORGANIC',
    dealer: 'SC-00',
    region: '510000',
    quantity: 300_000,
    madeDaysAgo: 2,
    scanned: 0,
    steps: [...planned(4), { action: 'submit', daysAgo: 3.9 }, { action: 'approve', daysAgo: 3.2 }],
  },
  {
    goods: 'YOGURT-180',
    supplier: 'YL-COLD',
    dealer: 'GD-00',
    region: '440000',
    quantity: 90_000,
    madeDaysAgo: 1,
    scanned: 0,
    steps: [...planned(2), { action: 'submit', daysAgo: 1.8 }],
  },
  {
    goods: 'TEA-DHP',
    supplier: 'MS-WUYI',
    dealer: 'ZJ-HZ',
    quantity: 5_000,
    madeDaysAgo: 0,
    scanned: 0,
    steps: [
      ...planned(1.2),
      { action: 'submit', daysAgo: 1.1 },
      { action: 'reject', daysAgo: 0.9, reason: '数量与生产单不符，请核对后再提交' },
    ],
  },
  { goods: 'TEA-ZSXZ', supplier: 'MS-WUYI', quantity: 8_000, madeDaysAgo: 0, scanned: 0, steps: planned(0.3) },
];
