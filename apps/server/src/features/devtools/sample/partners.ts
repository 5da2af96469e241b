// Over 250 lines: data of the sample suppliers and dealers.
import { isUscc } from '@suyuan/codes';
import type { DealerState, PaperKind } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import * as queries from './partners.queries.ts';
import { refuseTaken } from './refuse-taken.ts';
import { isReferenced } from './sample.queries.ts';
import { momentOf } from './timeline.ts';

/** Further data of the sample suppliers, and dealers in six provinces. Companies and numbers are made up. */

const DAY = 86_400_000;

const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** A valid social credit code with the first 17 characters `body`. */
const usccOf = (body: string) => [...SIGNS].map((sign) => body + sign).find(isUscc) ?? body;

type Paper = [kind: PaperKind, paperName: string, paperNo: string, issuer: string, validFrom: number, validTo: number | null];

/** By supplier: region, grade, bank, and documents with validity in days from now. */
const suppliers: Record<string, { regionCode: string; grade: 'A' | 'B' | 'C'; bankName: string; bankAccount: string; papers: Paper[] }> = {
  'YL-DAIRY': {
    regionCode: '530127',
    grade: 'A',
    bankName: '云岭农村商业银行嵩明支行',
    bankAccount: '6210 0000 0000 0011',
    papers: [
      ['certificate', '食品生产许可证', 'SC10553012700011', '昆明市市场监督管理局', -1080, 715],
      ['certificate', '有机产品认证证书', 'ORG-2026-0011', '滇中认证中心', -353, 12],
      ['contract', '年度采购合同', 'CG-2026-011', '云岭牧场乳业有限公司', -200, 165],
    ],
  },
  'YL-ORGANIC': {
    regionCode: '532930',
    grade: 'A',
    bankName: '洱源农村信用社',
    bankAccount: '6210 0000 0000 0029',
    papers: [
      ['certificate', '有机产品认证证书', 'ORG-2026-0042', '滇中认证中心', -300, 65],
      ['certificate', '动物防疫条件合格证', 'FY-5329-0007', '洱源县农业农村局', -700, null],
    ],
  },
  'YL-COLD': {
    regionCode: '530402',
    grade: 'B',
    bankName: '玉溪商业银行',
    bankAccount: '6210 0000 0000 0037',
    papers: [
      ['certificate', '食品生产许可证', 'SC10553040200023', '玉溪市市场监督管理局', -1860, -34],
      ['contract', '冷链代工合同', 'CG-2025-087', '滇中冷链乳品加工厂', -360, 5],
    ],
  },
  'MS-WUYI': {
    regionCode: '350782',
    grade: 'A',
    bankName: '武夷山农村商业银行',
    bankAccount: '6210 0000 0000 0045',
    papers: [['certificate', '食品生产许可证', 'SC11435078200031', '南平市市场监督管理局', -900, 925]],
  },
  'MS-ANXI': {
    regionCode: '350524',
    grade: 'B',
    bankName: '安溪农村商业银行',
    bankAccount: '6210 0000 0000 0052',
    papers: [['certificate', '食品生产许可证', 'SC11435052400018', '泉州市市场监督管理局', -1500, 26]],
  },
  'MS-FUDING': {
    regionCode: '350982',
    grade: 'B',
    bankName: '福鼎农村信用社',
    bankAccount: '6210 0000 0000 0060',
    papers: [['contract', '白茶收购协议', 'CG-2026-033', '太姥山白茶合作社', -90, 275]],
  },
};

interface DealerSample {
  code: string;
  name: string;
  parent?: string;
  state: DealerState;
  seat: string;
  contact: [name: string, phone: string];
  regions: string[];
  goods?: string[];
  exclusive?: true;
  /** Days from now until the contract ends. */
  contractTo: number;
  reason?: string;
}

const dairy = ['MILK-250', 'MILK-ORG', 'YOGURT-180', 'CHEESE-90'];
const tea = ['TEA-DHP', 'TEA-TGY', 'TEA-BHYZ', 'TEA-ZSXZ'];

/** Parents before their children. */
const dealers: DealerSample[] = [
  {
    code: 'GD-00',
    name: '粤鲜达华南总代',
    state: 'active',
    seat: '440106',
    contact: ['黄志强', '020-8520 0001'],
    regions: ['440000'],
    contractTo: 320,
    exclusive: true,
    goods: [...dairy, 'TEA-DHP'],
  },
  {
    code: 'GD-SZ',
    name: '鹏城乳品深圳分销',
    parent: 'GD-00',
    state: 'active',
    seat: '440305',
    contact: ['林晓敏', '0755-2660 0002'],
    regions: ['440300'],
    contractTo: 180,
  },
  {
    code: 'GD-SZ-NS',
    name: '南山汇邻超市',
    parent: 'GD-SZ',
    state: 'active',
    seat: '440305',
    contact: ['周文', '0755-8610 0003'],
    regions: ['440305'],
    contractTo: 180,
  },
  {
    code: 'ZJ-00',
    name: '江南优品华东总代',
    state: 'active',
    seat: '330106',
    contact: ['沈佳宁', '0571-8790 0004'],
    regions: ['330000', '310000'],
    contractTo: 21,
  },
  {
    code: 'ZJ-HZ',
    name: '西湖茶礼杭州店',
    parent: 'ZJ-00',
    state: 'active',
    seat: '330106',
    contact: ['陆青', '0571-8700 0005'],
    regions: ['330100'],
    contractTo: 240,
    goods: tea,
  },
  {
    code: 'SC-00',
    name: '蜀味源西南总代',
    state: 'active',
    seat: '510104',
    contact: ['何勇', '028-8660 0006'],
    regions: ['510000', '500000'],
    contractTo: 400,
  },
  {
    code: 'BJ-00',
    name: '京华食集北京经销',
    state: 'pending',
    seat: '110105',
    contact: ['赵一鸣', '010-6590 0007'],
    regions: ['110000'],
    contractTo: 365,
  },
  {
    code: 'SD-00',
    name: '齐鲁商贸山东经销',
    state: 'suspended',
    seat: '370102',
    contact: ['孙海涛', '0531-8690 0008'],
    regions: ['370000'],
    contractTo: -3,
    reason: '合同到期',
  },
];

interface Staff {
  planner: number;
  approver: number;
}
interface Owner {
  deptId: number | null;
  createBy: number;
  createTime: string;
}

/** Times of adding, submission and approval: within one working day. */
function stepsFrom(moment: number) {
  const at = (minutes: number) => new Date(moment + minutes * 60_000).toISOString();
  return { add: at(0), submit: at(20), approve: at(240) };
}

/** Completes added suppliers and loads dealers. Returns the dealers' ids by code. */
export async function loadPartners(
  db: Db,
  supplierIds: ReadonlyMap<string, number>,
  products: ReadonlyMap<string, number>,
  staff: Staff,
  owner: Owner,
  now: number,
): Promise<Map<string, number>> {
  const times = stepsFrom(Date.parse(owner.createTime));
  const judged = { submitBy: staff.planner, reviewBy: staff.approver, submitTime: times.submit, reviewTime: times.approve };
  for (const [index, [code, { papers, ...facts }]] of Object.entries(suppliers).entries()) {
    const supplierId = supplierIds.get(code);
    if (supplierId === undefined) continue;
    await queries.completeSupplier(db, supplierId, {
      ...facts,
      ...judged,
      uscc: usccOf(`91530100MA699${String(index + 1).padStart(4, '0')}`),
    });
    await queries.insertPapers(
      db,
      papers.map(([kind, paperName, paperNo, issuer, from, to]) => ({
        ...{ supplierId, kind, paperName, paperNo, issuer, createBy: staff.planner, createTime: owner.createTime },
        validFrom: dayOf(now + from * DAY),
        validTo: to === null ? null : dayOf(now + to * DAY),
      })),
    );
    for (const action of ['add', 'submit', 'approve'] as const)
      await queries.insertSupplierEvent(db, supplierId, action, action === 'approve' ? staff.approver : staff.planner, times[action]);
  }

  const known = new Map<string, number>();
  const above = new Map<string, number[]>();
  for (const [index, dealer] of dealers.entries()) {
    const { code, name, parent, state, seat, contact, regions, goods = [], exclusive, contractTo, reason = null } = dealer;
    const ancestors = parent ? [...(above.get(parent) ?? []), known.get(parent) ?? 0] : [];
    const approved = state !== 'pending';
    // contracts lapse in the night after their last day
    const lapse = `${dayOf(now + (contractTo + 1) * DAY)}T00:05:00+08:00`;
    const times = { ...stepsFrom(momentOf(now, 50 - index)), lapse };
    const uscc = usccOf(`91440100MA688${String(index + 1).padStart(4, '0')}`);
    const left = await queries.takeUpDealer(db, code, uscc);
    if (left) {
      known.set(code, left.channelBusinessId);
      above.set(code, left.ancestors);
      continue;
    }
    const inserted = queries.insertDealer(db, {
      ...owner,
      createTime: times.add,
      channelBusinessCode: code,
      channelBusinessName: name,
      parentId: ancestors.at(-1) ?? null,
      ancestors,
      state,
      stateReason: reason,
      uscc,
      grade: index % 3 === 0 ? 'A' : 'B',
      contactName: contact[0],
      contactPhone: contact[1],
      regionCode: seat,
      exclusive: exclusive ? '1' : '0',
      depositYuan: parent ? 20_000 : 200_000,
      contractNo: `QD-2026-${String(index + 1).padStart(3, '0')}`,
      contractFrom: dayOf(now - 300 * DAY),
      contractTo: dayOf(now + contractTo * DAY),
      submitBy: staff.planner,
      submitTime: times.submit,
      ...(approved && { reviewBy: staff.approver, reviewTime: times.approve }),
    });
    const id = await refuseTaken({ channelBusinessCode: code }, inserted);
    known.set(code, id);
    above.set(code, ancestors);
    await queries.insertAuthority(
      db,
      id,
      regions,
      goods.flatMap((item) => products.get(item) ?? []),
    );
    const acts = [
      ['add', staff.planner],
      ['submit', staff.planner],
      ...(approved ? ([['approve', staff.approver]] as const) : []),
      ...(reason ? ([['lapse', null]] as const) : []),
    ] as const;
    for (const [action, userId] of acts)
      await queries.insertDealerEvent(db, id, action, userId, times[action], action === 'lapse' ? reason : null);
  }
  return known;
}

/** Removes sample dealers, children first. Referenced ones become regular records; returns their names. */
export async function removeDealers(db: Db): Promise<string[]> {
  const kept: string[] = [];
  for (const { channelBusinessId, channelBusinessName } of await queries.listDealers(db)) {
    await inSavepoint(db, false, () => queries.removeDealer(db, channelBusinessId)).catch((error: unknown) => {
      if (!isReferenced(error)) throw error;
      kept.push(channelBusinessName);
      return queries.adoptDealer(db, channelBusinessId);
    });
  }
  return kept;
}
