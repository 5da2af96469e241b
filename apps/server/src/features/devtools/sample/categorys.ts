import type { CategoryKind } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { SSCC_PREFIX } from './business.ts';
import * as queries from './categorys.queries.ts';
import { drawGoods, type Shape } from './goods-pictures.ts';
import { refuseTaken } from './refuse-taken.ts';

interface NodeSample {
  code: string;
  name: string;
  below?: NodeSample[];
  /** Codes of the assigned records; business steps for trace steps. */
  holds?: string[];
  disposition?: string;
  /** `1`: hidden from consumers. */
  publicFlag?: '0' | '1';
}

const trees: Record<CategoryKind, NodeSample[]> = {
  category: [
    {
      ...{ code: 'DAIRY', name: '乳制品' },
      below: [
        { code: 'DAIRY-UHT', name: '常温奶', holds: ['MILK-250', 'MILK-ORG'] },
        { code: 'DAIRY-COLD', name: '低温奶', holds: ['YOGURT-180'] },
        { code: 'DAIRY-CHEESE', name: '奶酪', holds: ['CHEESE-90'] },
      ],
    },
    {
      ...{ code: 'TEA', name: '茶叶' },
      below: [
        { code: 'TEA-OOLONG', name: '乌龙茶', holds: ['TEA-DHP', 'TEA-TGY'] },
        { code: 'TEA-WHITE', name: '白茶', holds: ['TEA-BHYZ'] },
        { code: 'TEA-BLACK', name: '红茶', holds: ['TEA-ZSXZ'] },
      ],
    },
  ],
  supplier: [
    {
      ...{ code: 'FARM', name: '种植与养殖' },
      below: [
        { code: 'FARM-MILK', name: '牧场', holds: ['YL-ORGANIC'] },
        { code: 'FARM-TEA', name: '茶园合作社', holds: ['MS-FUDING'] },
      ],
    },
    {
      ...{ code: 'PLANT', name: '加工厂' },
      below: [
        { code: 'PLANT-MILK', name: '乳品厂', holds: ['YL-DAIRY', 'YL-COLD'] },
        { code: 'PLANT-TEA', name: '茶厂', holds: ['MS-WUYI', 'MS-ANXI'] },
      ],
    },
  ],
  channelBusiness: [
    {
      ...{ code: 'AGENT', name: '代理商' },
      below: [
        { code: 'AGENT-1', name: '省级总代', holds: ['0'] },
        { code: 'AGENT-2', name: '市级分销', holds: ['1'] },
      ],
    },
    { code: 'SHOP', name: '终端门店', holds: ['2', '3', '4'] },
  ],
  traceability: [
    {
      ...{ code: 'SOURCE', name: '原料' },
      below: [{ code: 'SOURCE-COLLECT', name: '采收与收购', holds: ['collecting'], disposition: 'in_progress' }],
    },
    {
      ...{ code: 'MAKE', name: '生产' },
      below: [
        { code: 'MAKE-PROCESS', name: '加工', holds: ['commissioning'], disposition: 'in_progress' },
        { code: 'MAKE-INSPECT', name: '检验', holds: ['inspecting'], disposition: 'conformant' },
        { code: 'MAKE-PACK', name: '包装', holds: ['packing'], disposition: 'container_closed' },
      ],
    },
    {
      ...{ code: 'MOVE', name: '流通' },
      below: [
        { code: 'MOVE-STORE', name: '入库', holds: ['storing'], disposition: 'sellable_not_accessible', publicFlag: '1' },
        { code: 'MOVE-SHIP', name: '发货', holds: ['shipping'], disposition: 'in_transit' },
        { code: 'MOVE-RECEIVE', name: '到货', holds: ['receiving'], disposition: 'in_progress' },
      ],
    },
  ],
};

interface GoodsMore {
  content: [amount: number, unit: 'g' | 'ml'];
  priceFen: number;
  region: string;
  /** Units per box, case and pallet; 0: no such level. */
  packs: [box: number, case_: number, pallet: number];
  shape: Shape;
  /** Background, body and band color of its image. */
  colours: [string, string, string];
  attributes: [name: string, value: string][];
}

const milk = { region: '530127', shape: 'carton' } as const;
const more: Record<string, GoodsMore> = {
  'MILK-250': {
    ...{ ...milk, content: [250, 'ml'], priceFen: 450, packs: [0, 24, 60], colours: ['#e3ecfa', '#ffffff', '#4a7dbf'] },
    attributes: [
      ['脂肪', '3.8 g/100 mL'],
      ['蛋白质', '3.3 g/100 mL'],
    ],
  },
  'MILK-ORG': {
    ...{ ...milk, content: [200, 'ml'], priceFen: 780, packs: [12, 4, 40], colours: ['#e6f2d8', '#ffffff', '#5f8f2f'] },
    attributes: [['有机认证', '中国有机产品']],
  },
  'YOGURT-180': {
    ...{
      region: '530402',
      shape: 'cup',
      content: [180, 'g'],
      priceFen: 690,
      packs: [0, 15, 80],
      colours: ['#fbe9f0', '#ffffff', '#c41d7f'],
    },
    attributes: [['贮存', '2 至 6 ℃']],
  },
  'CHEESE-90': {
    ...{
      region: '530402',
      shape: 'pouch',
      content: [90, 'g'],
      priceFen: 1990,
      packs: [0, 20, 0],
      colours: ['#fdf0dc', '#f7c948', '#d08a2e'],
    },
    attributes: [['钙', '约 500 mg/100 g']],
  },
  'TEA-DHP': {
    ...{
      region: '350782',
      shape: 'box',
      content: [125, 'g'],
      priceFen: 39_800,
      packs: [0, 12, 0],
      colours: ['#f6e5de', '#8c2f1b', '#e0b15e'],
    },
    attributes: [
      ['香型', '岩韵'],
      ['产季', '春茶'],
    ],
  },
  'TEA-TGY': {
    ...{
      region: '350524',
      shape: 'tin',
      content: [250, 'g'],
      priceFen: 16_800,
      packs: [0, 20, 0],
      colours: ['#e3f1ea', '#2f6b4f', '#e8d9a8'],
    },
    attributes: [['香型', '清香']],
  },
  'TEA-BHYZ': {
    ...{
      region: '350982',
      shape: 'box',
      content: [50, 'g'],
      priceFen: 26_800,
      packs: [0, 24, 0],
      colours: ['#f2f2ec', '#d9d4c2', '#7d7a66'],
    },
    attributes: [['采摘标准', '单芽']],
  },
  'TEA-ZSXZ': {
    ...{
      region: '350782',
      shape: 'tin',
      content: [150, 'g'],
      priceFen: 12_800,
      packs: [0, 24, 0],
      colours: ['#f7e9e4', '#6b1f1f', '#d9a24b'],
    },
    attributes: [['香型', '松烟香']],
  },
};

const storyOf = (name: string, brand: string) =>
  `<h3>${name}</h3><p>${brand}从原料到货架的每一步都有记录；扫一扫包装上的码，就能看到这一件的来路。</p>`;

/** Assigns records to categories and completes `added` products, each with a rendered image. */
export async function loadCategories(db: Db, userId: number, installation: Installation, added: ReadonlySet<number>) {
  for (const [kind, nodes] of Object.entries(trees) as [CategoryKind, NodeSample[]][]) await insertNodes(db, kind, nodes, [], userId);
  for (const goods of await queries.listGoods(db)) {
    const known = more[goods.categoryCode];
    if (!known || !added.has(goods.categoryId)) continue;
    const { content, priceFen, region, packs, shape, colours, attributes } = known;
    await queries.completeGoods(db, goods.categoryId, {
      netContent: content[0],
      netContentUnit: content[1],
      suggestedPriceFen: priceFen,
      originRegionCode: region,
      story: storyOf(goods.categoryName, goods.brand ?? ''),
      attributes: JSON.stringify(attributes.map(([name, value]) => ({ name, value }))),
      packaging: JSON.stringify(
        packs.flatMap((contains, index) =>
          // storage and shipping units have numbers: cases and pallets
          contains > 0 ? [{ level: index + 1, contains, gtin: null, ssccPrefix: index > 0 ? SSCC_PREFIX : null }] : [],
        ),
      ),
      pictures: [await drawGoods(db, installation, userId, `${goods.categoryCode}.png`, shape, colours)],
    });
  }
}

async function insertNodes(db: Db, kind: CategoryKind, nodes: NodeSample[], ancestors: number[], createBy: number) {
  for (const [orderNum, { code, name, below = [], holds = [], disposition, publicFlag = '0' }] of nodes.entries()) {
    const place = { kind, catalogueCode: code, catalogueName: name, parentId: ancestors.at(-1) ?? null, ancestors, orderNum, createBy };
    const step = kind === 'traceability' ? { bizStep: holds[0] ?? null, disposition: disposition ?? null, publicFlag } : {};
    const left = await queries.takeUpNode(db, kind, code, name);
    const catalogueId =
      left?.catalogueId ?? (await refuseTaken({ catalogueCode: code, catalogueName: name }, queries.insertNode(db, { ...place, ...step })));
    if (holds.length > 0) await queries.fileUnder(db, kind, catalogueId, holds);
    await insertNodes(db, kind, below, [...(left?.ancestors ?? ancestors), catalogueId], createBy);
  }
}
