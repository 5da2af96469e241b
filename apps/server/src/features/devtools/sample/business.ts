import { type CodeShape, gs1CheckDigit } from '@suyuan/codes';
import type { CodeForm } from '@suyuan/contract';

/** Sample business: a fictitious dairy and tea company. All companies, people and numbers are made up. */

/** Sample numbers: prefix 699 (China) with a company part that GS1 China has not assigned. */
const numbered = (body: string) => body + gs1CheckDigit(body);
const gtinOf = (item: number) => `0${numbered(`69900168${String(item).padStart(4, '0')}`)}`;
/** Extension digit and company prefix of SSCCs. */
export const SSCC_PREFIX = '069900168';
const glnOf = (place: number) => numbered(`69900168${String(9000 + place)}`);

export const suppliers = [
  ['YL-DAIRY', '云岭牧场乳业有限公司', '杨晓岚', '0871-6512 0001', '云南省昆明市嵩明县杨林工业园区牧歌路 8 号'],
  ['YL-ORGANIC', '云岭有机牧业合作社', '和建国', '0872-2318 0002', '云南省大理白族自治州洱源县牧场路 1 号'],
  ['YL-COLD', '滇中冷链乳品加工厂', '段文静', '0877-2069 0003', '云南省玉溪市红塔区冷链物流园 12 号'],
  ['MS-WUYI', '闽山茶庄武夷茶厂', '陈茂林', '0599-5130 0004', '福建省南平市武夷山市星村镇九曲路 66 号'],
  ['MS-ANXI', '闽山茶庄安溪茶厂', '林秀芬', '0595-2326 0005', '福建省泉州市安溪县西坪镇茶都路 19 号'],
  ['MS-FUDING', '太姥山白茶合作社', '张国栋', '0593-7851 0006', '福建省宁德市福鼎市点头镇茶花路 5 号'],
].map(([supplierCode, supplierName, contactName, contactPhone, address], index) => ({
  supplierCode: `${supplierCode}`,
  supplierName: `${supplierName}`,
  gln: glnOf(index + 1),
  contactName,
  contactPhone,
  address,
}));

type RuleName = '通用 16 位' | '纯数字 20 位' | '礼盒刮开码';

interface RuleSample {
  ruleName: RuleName;
  prefix: string;
  alphabet: 'base32' | 'decimal';
  serialDigits: number;
  tagDigits: number;
  form: CodeForm;
  pinDigits: number;
  remark: string;
}

export const rules: RuleSample[] = [
  {
    ruleName: '通用 16 位',
    prefix: '',
    alphabet: 'base32',
    serialDigits: 8,
    tagDigits: 8,
    form: 'url',
    pinDigits: 0,
    remark: '默认规则：一物一码，短网址',
  },
  {
    ruleName: '纯数字 20 位',
    prefix: '',
    alphabet: 'decimal',
    serialDigits: 10,
    tagDigits: 10,
    form: 'digitalLink',
    pinDigits: 0,
    remark: '带 GTIN 和批号的 GS1 Digital Link',
  },
  {
    ruleName: '礼盒刮开码',
    prefix: 'T',
    alphabet: 'base32',
    serialDigits: 8,
    tagDigits: 8,
    form: 'url',
    pinDigits: 6,
    remark: '礼盒另有 6 位刮开码',
  },
];

export const shapeOf = ({ prefix, alphabet, serialDigits, tagDigits }: RuleSample): CodeShape => ({
  prefix,
  alphabet,
  serialDigits,
  tagDigits,
  checkCharacter: false,
});

interface GoodsSample {
  categoryCode: string;
  categoryName: string;
  gtin: string;
  brand: string;
  spec: string;
  unit: string;
  shelfLife: number;
  shelfLifeUnit: 'day' | 'month' | 'year';
  origin: string;
  standardNo: string;
  intro: string;
  ruleName: RuleName;
}

const dairy = { brand: '云岭牧场', origin: '云南昆明', ruleName: '通用 16 位' } as const;
const tea = { brand: '闽山茶庄', ruleName: '礼盒刮开码' } as const;

export const goods: GoodsSample[] = [
  {
    ...dairy,
    categoryCode: 'MILK-250',
    categoryName: '纯牛奶 250 毫升',
    gtin: gtinOf(101),
    spec: '250 mL × 24 盒',
    unit: '盒',
    shelfLife: 6,
    shelfLifeUnit: 'month',
    standardNo: 'GB 25190',
    intro: '高原牧场当日鲜奶，超高温瞬时灭菌。',
  },
  {
    ...dairy,
    categoryCode: 'MILK-ORG',
    categoryName: '有机纯牛奶 200 毫升',
    gtin: gtinOf(102),
    spec: '200 mL × 12 盒',
    unit: '盒',
    shelfLife: 6,
    shelfLifeUnit: 'month',
    standardNo: 'GB 25190',
    intro: '有机牧草喂养，每盒可查到牧场与批次。',
    ruleName: '纯数字 20 位',
  },
  {
    ...dairy,
    categoryCode: 'YOGURT-180',
    categoryName: '低温风味酸奶 180 克',
    gtin: gtinOf(103),
    spec: '180 g × 15 杯',
    unit: '杯',
    shelfLife: 21,
    shelfLifeUnit: 'day',
    standardNo: 'GB 19302',
    intro: '低温发酵，请在 2 至 6 ℃ 冷藏。',
  },
  {
    ...dairy,
    categoryCode: 'CHEESE-90',
    categoryName: '儿童奶酪棒 90 克',
    gtin: gtinOf(104),
    spec: '18 g × 5 支',
    unit: '袋',
    shelfLife: 4,
    shelfLifeUnit: 'month',
    standardNo: 'GB 25192',
    intro: '每支含钙约 100 毫克。',
  },
  {
    ...tea,
    categoryCode: 'TEA-DHP',
    categoryName: '武夷大红袍礼盒 125 克',
    gtin: gtinOf(201),
    spec: '125 g',
    unit: '盒',
    shelfLife: 3,
    shelfLifeUnit: 'year',
    origin: '福建武夷山',
    standardNo: 'GB/T 18745',
    intro: '正岩产区，中足火焙制，岩韵醇厚。',
  },
  {
    ...tea,
    categoryCode: 'TEA-TGY',
    categoryName: '安溪铁观音 250 克',
    gtin: gtinOf(202),
    spec: '250 g',
    unit: '罐',
    shelfLife: 18,
    shelfLifeUnit: 'month',
    origin: '福建安溪',
    standardNo: 'GB/T 19598',
    intro: '清香型秋茶，兰花香高扬。',
    ruleName: '通用 16 位',
  },
  {
    ...tea,
    categoryCode: 'TEA-BHYZ',
    categoryName: '白毫银针 50 克',
    gtin: gtinOf(203),
    spec: '50 g',
    unit: '盒',
    shelfLife: 10,
    shelfLifeUnit: 'year',
    origin: '福建福鼎',
    standardNo: 'GB/T 22291',
    intro: '头采单芽，毫香蜜韵。',
  },
  {
    ...tea,
    categoryCode: 'TEA-ZSXZ',
    categoryName: '正山小种红茶 150 克',
    gtin: gtinOf(204),
    spec: '150 g',
    unit: '罐',
    shelfLife: 2,
    shelfLifeUnit: 'year',
    origin: '福建武夷山',
    standardNo: 'GB/T 13738.3',
    intro: '松烟香与桂圆汤味，百年工艺。',
    ruleName: '通用 16 位',
  },
];
