// Over 250 lines: data of two templates with their steps.
import { type BizStep, type Disposition, designed, type TraceData, type TraceField, type TraceFiller } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as chainService from '../../traces/trace-record/chain.service.ts';
import type { BatchPlan } from './plans.ts';
import { refuseTaken } from './refuse-taken.ts';
import { drawScene, type ScenePicture } from './scene-picture.ts';
import { momentOf, standingAfter } from './timeline.ts';
import * as queries from './traces.queries.ts';

interface Place {
  name: string;
  region: string;
}

interface StepSample {
  stepName: string;
  bizStep: BizStep;
  disposition: Disposition | null;
  filler: TraceFiller;
  required?: boolean;
  fields: TraceField[];
  data: TraceData;
  /** Days from manufacture to the step. */
  after: number;
  place?: Place;
  /** Placeholder for a photograph of the step. */
  picture?: ScenePicture;
  input?: { inputName: string; lotNo: string; quantity: number; unit: string };
  /** Overrides of `data` and `place` by product code. */
  goods?: Record<string, { data?: TraceData; place?: Place }>;
}

const field = (name: string, title: string, kind: TraceField['kind'], more: Partial<TraceField> = {}): TraceField => ({
  ...{ name, title, kind, required: false, public: true },
  ...more,
});
const number = (name: string, title: string, unit: string, more: Partial<TraceField> = {}) =>
  field(name, title, 'number', { unit, ...more });

const dairy: StepSample[] = [
  {
    ...{ stepName: '生乳收购', bizStep: 'collecting', disposition: 'in_progress', filler: 'supplier', after: -1 },
    fields: [
      field('farm', '牧场', 'text', { required: true }),
      number('cells', '体细胞', '万/mL', { max: 100 }),
      number('degrees', '到厂温度', '℃', { max: 10 }),
      field('truck', '奶车车牌', 'text', { public: false }),
    ],
    data: { farm: '嵩明二号牧场', cells: 18, degrees: 3.4, truck: '云A·D5521' },
    place: { name: '嵩明二号牧场', region: '530127' },
    picture: { scene: 'pasture', ground: '#dff0e4', shape: '#6aa84f' },
  },
  {
    ...{ stepName: '杀菌灌装', bizStep: 'commissioning', disposition: 'in_progress', filler: 'any', after: 0 },
    fields: [
      number('degrees', '杀菌温度', '℃', { required: true }),
      number('seconds', '保持时间', 's'),
      field('line', '生产线', 'choice', { choices: ['A 线', 'B 线', 'C 线'] }),
    ],
    data: { degrees: 137, seconds: 4, line: 'A 线' },
    place: { name: '杨林工厂', region: '530127' },
    picture: { scene: 'filling', ground: '#e3ecfa', shape: '#4a7dbf' },
    input: { inputName: '生牛乳', lotNo: 'RM-0312', quantity: 52, unit: 't' },
  },
  {
    ...{ stepName: '出厂检验', bizStep: 'inspecting', disposition: 'conformant', filler: 'role', after: 1 },
    fields: [
      number('fat', '脂肪', 'g/100 mL', { required: true, max: 10 }),
      number('protein', '蛋白质', 'g/100 mL'),
      field('result', '结论', 'choice', { required: true, choices: ['合格', '不合格'] }),
      field('inspector', '检验员', 'text', { public: false }),
    ],
    data: { fat: 3.8, protein: 3.3, result: '合格', inspector: '周敏' },
    place: { name: '杨林工厂检验室', region: '530127' },
    picture: { scene: 'laboratory', ground: '#f3e8fb', shape: '#8e5bb5' },
  },
  {
    ...{ stepName: '冷链入库', bizStep: 'storing', disposition: 'sellable_not_accessible', filler: 'any', after: 2 },
    fields: [number('degrees', '库温', '℃'), field('store', '库位', 'text', { public: false })],
    data: { degrees: 4, store: 'L-03-12' },
    place: { name: '昆明冷链仓', region: '530111' },
    picture: { scene: 'coldStore', ground: '#e1f1f5', shape: '#2f8ba3' },
  },
  {
    ...{ stepName: '发货', bizStep: 'shipping', disposition: 'in_transit', filler: 'any', after: 3 },
    fields: [field('carrier', '承运商', 'text'), field('degrees', '车厢温度', 'number', { unit: '℃' })],
    data: { carrier: '滇运冷链', degrees: 5 },
    place: { name: '昆明冷链仓', region: '530111' },
    picture: { scene: 'lorry', ground: '#fdf0dc', shape: '#d08a2e' },
  },
  {
    ...{ stepName: '到货验收', bizStep: 'receiving', disposition: 'in_progress', filler: 'channelBusiness', required: false, after: 6 },
    fields: [field('intact', '包装完好', 'flag')],
    data: { intact: true },
    place: { name: '华东配送中心', region: '330100' },
  },
];

const wuyi: Place = { name: '武夷茶厂', region: '350782' };
const anxi: Place = { name: '安溪茶厂', region: '350524' };
const fuding: Place = { name: '点头镇白茶坊', region: '350982' };
const madeIn = { 'TEA-TGY': { place: anxi }, 'TEA-BHYZ': { place: fuding } };

const tea: StepSample[] = [
  {
    ...{ stepName: '采摘', bizStep: 'collecting', disposition: 'in_progress', filler: 'supplier', after: -20 },
    fields: [
      field('garden', '茶园', 'text', { required: true }),
      field('grade', '采摘标准', 'choice', { choices: ['单芽', '一芽一叶', '一芽二叶', '开面三叶'] }),
      number('altitude', '海拔', 'm'),
    ],
    data: { garden: '九曲溪畔三号坑', grade: '开面三叶', altitude: 420 },
    place: { name: '星村镇茶园', region: '350782' },
    goods: {
      'TEA-TGY': { data: { garden: '西坪南岩山', altitude: 780 }, place: { name: '西坪镇茶园', region: '350524' } },
      'TEA-BHYZ': { data: { garden: '柏柳二号园', grade: '单芽', altitude: 610 }, place: { name: '点头镇茶园', region: '350982' } },
      'TEA-ZSXZ': { data: { garden: '桐木庙湾', grade: '一芽二叶', altitude: 1050 }, place: { name: '桐木村茶园', region: '350782' } },
    },
    picture: { scene: 'teaGarden', ground: '#e6f2d8', shape: '#5f8f2f' },
  },
  {
    ...{ stepName: '初制', bizStep: 'commissioning', disposition: 'in_progress', filler: 'any', after: -18 },
    fields: [
      field('craft', '工艺', 'choices', { choices: ['萎凋', '做青', '杀青', '揉捻', '发酵', '干燥'] }),
      field('master', '制茶师', 'text'),
    ],
    data: { craft: ['萎凋', '做青', '杀青', '揉捻', '干燥'], master: '陈茂林' },
    place: wuyi,
    goods: {
      'TEA-TGY': { data: { master: '林秀芬' }, place: anxi },
      'TEA-BHYZ': { data: { craft: ['萎凋', '干燥'], master: '张国栋' }, place: fuding },
      'TEA-ZSXZ': { data: { craft: ['萎凋', '揉捻', '发酵', '干燥'] } },
    },
    input: { inputName: '茶鲜叶', lotNo: 'TL-0407', quantity: 860, unit: 'kg' },
  },
  {
    ...{ stepName: '精制', bizStep: 'commissioning', disposition: 'in_progress', filler: 'any', after: -2 },
    fields: [
      field('method', '方法', 'choice', { choices: ['炭焙', '轻火烘焙', '松烟熏焙', '低温烘干'] }),
      number('degrees', '温度', '℃'),
      number('hours', '时长', 'h'),
    ],
    data: { method: '炭焙', degrees: 115, hours: 9 },
    place: wuyi,
    goods: {
      'TEA-TGY': { data: { method: '轻火烘焙', degrees: 85, hours: 5 }, place: anxi },
      'TEA-BHYZ': { data: { method: '低温烘干', degrees: 45, hours: 6 }, place: fuding },
      'TEA-ZSXZ': { data: { method: '松烟熏焙', degrees: 80, hours: 8 } },
    },
    picture: { scene: 'roasting', ground: '#f6e5dc', shape: '#a3552f' },
  },
  {
    ...{ stepName: '出厂检验', bizStep: 'inspecting', disposition: 'conformant', filler: 'role', after: 1 },
    fields: [
      number('water', '水分', '%', { max: 8 }),
      field('pesticide', '农残', 'choice', { choices: ['未检出', '合格'] }),
      field('result', '结论', 'choice', { required: true, choices: ['合格', '不合格'] }),
    ],
    data: { water: 4.6, pesticide: '未检出', result: '合格' },
    place: { name: '南平检测中心', region: '350700' },
    goods: {
      'TEA-TGY': { place: { name: '泉州检测中心', region: '350500' } },
      'TEA-BHYZ': { data: { water: 6.2 }, place: { name: '宁德检测中心', region: '350900' } },
    },
    picture: { scene: 'laboratory', ground: '#f3e8fb', shape: '#8e5bb5' },
  },
  {
    ...{ stepName: '包装', bizStep: 'packing', disposition: 'container_closed', filler: 'any', after: 2 },
    fields: [field('pack', '包装形式', 'text')],
    data: { pack: '铁罐内袋充氮' },
    place: wuyi,
    goods: madeIn,
  },
  {
    ...{ stepName: '发货', bizStep: 'shipping', disposition: 'in_transit', filler: 'any', after: 4 },
    fields: [field('carrier', '承运商', 'text')],
    data: { carrier: '闽速物流' },
    place: { name: '福州分拨中心', region: '350100' },
  },
];

const traceTemplates = [
  { templateName: '乳品溯源', goods: /^(MILK|YOGURT|CHEESE)/, steps: dairy },
  { templateName: '茶叶溯源', goods: /^TEA/, steps: tea },
];

/** Quality role in the initial data. */
const QUALITY = 104;
const HOUR = 3_600_000;

export interface Traced {
  plan: BatchPlan;
  batchId: number;
}

/** Traces of sample batches by their progress: completed ones are published, new ones wait for verification. */
export async function loadTraces(
  db: Db,
  {
    batches,
    categories: products,
    staff,
    deptId,
    now,
  }: {
    batches: readonly Traced[];
    categories: ReadonlyMap<string, number>;
    staff: { planner: number; approver: number };
    deptId: number | null;
    now: number;
  },
  installation?: Installation,
) {
  const owner = { deptId, createBy: staff.planner };
  for (const { templateName, goods, steps } of traceTemplates) {
    const pictures = new Map<string, string>();
    for (const { stepName, picture } of steps) {
      if (picture && installation) pictures.set(stepName, await drawScene({ db, installation }, staff.planner, `${stepName}.png`, picture));
    }
    const rows = steps.map(({ stepName, bizStep, disposition, filler, required = true, fields }) => ({
      ...{ stepName, bizStep, disposition, filler, required },
      roleId: filler === 'role' ? QUALITY : null,
      form: JSON.stringify(designed({ designer: 'fields', version: 1, fields })),
    }));
    const goodsIds = [...products].flatMap(([code, id]) => (goods.test(code) ? [id] : []));
    const names = steps.map(({ stepName }) => stepName);
    const stepIds =
      (await queries.takeUpTemplate(db, templateName, names)) ??
      (await refuseTaken({ templateName }, queries.insertTemplate(db, { templateName, ...owner }, rows)));
    await queries.traceBy(db, stepIds[0] ?? 0, goodsIds);
    for (const { plan, batchId } of batches.filter((batch) => goods.test(batch.plan.goods))) {
      for (const [index, step] of steps.entries()) {
        const state = stateOf(plan, index, steps.length);
        const eventTime = momentOf(now, Math.max(plan.madeDaysAgo - step.after - hourOf(index, batchId), 0.2));
        if (!state || eventTime > now) continue;
        const { stepName, filler, bizStep, disposition, input } = step;
        const own = step.goods?.[plan.goods];
        const [data, place] = [{ ...step.data, ...own?.data }, own?.place ?? step.place];
        const record = {
          ...{ batchId, stepId: stepIds[index] ?? 0, subject: 'batch', state, stepName, filler, bizStep, disposition },
          ...{ form: rows[index]?.form ?? '', data: JSON.stringify(varied(data, batchId)) },
          ...{ placeName: place?.name ?? null, regionCode: place?.region ?? null, source: 'sample', sample: true, ...owner },
          eventTime: new Date(eventTime).toISOString(),
          ...stamps(state, staff, Math.min(eventTime + hoursToFile(index, batchId) * HOUR, now)),
        };
        const path = pictures.get(stepName);
        const id = await queries.insertRecord(db, record, path ? [path] : [], input);
        if (state === 'verified' || state === 'published') await chainService.sealRecord(db, id);
      }
    }
  }
}

/** State of a batch's step; undefined if not filled in. */
function stateOf(plan: BatchPlan, index: number, last: number) {
  const { state } = standingAfter(plan, plan.steps);
  if (['active', 'closed', 'recalled', 'frozen'].includes(state)) return 'published';
  if (state === 'issued')
    return index < last - 3 ? 'published' : index === last - 3 ? 'verified' : index === last - 2 ? 'submitted' : undefined;
  if (state === 'approved') return index === 0 ? 'submitted' : index === 1 ? 'draft' : undefined;
  return undefined;
}

/** Fraction of a day that varies the time of a step; constant per step and batch. */
const hourOf = (index: number, batchId: number) => ((index * 5 + batchId * 3) % 11) / 12;

/** Hours until the record is submitted; constant per step and batch. */
const hoursToFile = (index: number, batchId: number) => 2 + ((index * 5 + batchId * 3) % 9) * 1.7;

/** Users and times of each state up to the current one. */
function stamps(state: string, { planner, approver }: { planner: number; approver: number }, time: number) {
  const at = (hours: number) => new Date(time + hours * HOUR).toISOString();
  const submitted = state === 'draft' ? {} : { submitBy: planner, submitTime: at(0) };
  const verified = state === 'verified' || state === 'published' ? { verifyBy: approver, verifyTime: at(0.5) } : {};
  const published = state === 'published' ? { publishBy: approver, publishTime: at(0.6) } : {};
  return { createTime: at(-0.2), ...submitted, ...verified, ...published };
}

/** Varies numbers slightly by batch, deterministically. */
const varied = (data: TraceData, batchId: number): TraceData =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * (1 + ((batchId % 7) - 3) / 100) * 10) / 10 : value,
    ]),
  );
