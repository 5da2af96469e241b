import { type Expr, emptyDoc, FIRST_ID, type FieldType, type FormDoc, type FormNode, type Option, specOf } from '@suyuan/forms';

/** Sample forms: a shop inspection in two versions, and a supplier audit. */

type Given = Partial<Omit<FormNode, 'id' | 'type' | 'name' | 'regList'>>;
type Draft = Omit<FormNode, 'id' | 'children'> & { children?: Draft[] };

/** A component with the designer's defaults and the given properties. */
function part(
  type: FieldType,
  name: string,
  label: string,
  { props, children, ...given }: Given & { children?: never } = {},
  ...inner: Draft[]
): Draft {
  const { children: _, ...fresh } = specOf(type).fresh();
  return {
    ...fresh,
    type,
    name,
    label,
    regList: [],
    ...given,
    props: { ...fresh.props, ...props },
    ...(inner.length > 0 && { children: inner }),
  };
}

/** Numbers the components from 101. */
function docOf(name: string, parts: readonly Draft[]): FormDoc {
  let idSeq = FIRST_ID;
  const numbered = ({ children, ...each }: Draft): FormNode => ({
    id: ++idSeq,
    ...each,
    ...(children && { children: children.map(numbered) }),
  });
  const fields = parts.map(numbered);
  const { form, ...doc } = emptyDoc();
  return { ...doc, idSeq, form: { ...form, name, layout: 'vertical' }, fields };
}

const half = { span: 12 };
const field = (name: string): Expr => ({ field: name });
const above = (name: string, least: number): Expr => ({ op: 'gt', args: [field(name), { const: least }] });
const sumOf = (name: string): Expr => ({ op: 'sum', args: [field(name)] });
const listed = (...labels: string[]): Option[] => labels.map((label, index) => ({ label, value: index + 1 }));

export const cities = ['昆明市', '大理州', '成都市', '广州市', '福州市', '北京市'] as const;

const shop = [
  part('text', 'rowHint', '', { props: { content: '每到一家门店填写一份，抽查的商品逐个扫码。', kind: 'hint' } }),
  part('input', 'shop', '门店名称', { ...half, required: true, placeholder: '请输入门店名称', props: { maxLength: 50 } }),
  part('select', 'city', '所在城市', { ...half, required: true, placeholder: '请选择所在城市', options: listed(...cities) }),
  part('date', 'day', '巡检日期', { ...half, required: true, placeholder: '请选择巡检日期' }),
];

const spot = part(
  'group',
  'rowSpot',
  '抽查扫码',
  {},
  part(
    'subtable',
    'items',
    '抽查明细',
    { required: true, props: { addText: '加一个品类', min: 1, max: 20 } },
    part('input', 'category', '品类', { required: true, placeholder: '请输入品类' }),
    part('number', 'scanned', '抽查数', { required: true, props: { min: 1, max: 999, precision: 0 } }),
    part('number', 'wrong', '异常数', { defaultValue: 0, props: { min: 0, max: 999, precision: 0 } }),
  ),
  part('number', 'scannedAll', '抽查合计', { ...half, rules: { value: sumOf('items.scanned') } }),
  part('number', 'wrongAll', '异常合计', { ...half, rules: { value: sumOf('items.wrong') } }),
  part('textarea', 'reason', '异常说明', {
    required: true,
    placeholder: '请输入异常的表现和已做的处理',
    help: '例如：瓶身印刷发虚，扫码提示已查过多次，已下架封存',
    rules: { visible: above('wrongAll', 0) },
  }),
);

const display = part('radio', 'display', '陈列', { ...half, required: true, options: listed('规范', '基本规范', '不规范') });
const found = part('checkbox', 'found', '发现的问题', {
  options: listed('价签缺失', '临期未撤', '码被遮挡', '冷藏温度偏高'),
  rules: { visible: above('display', 1) },
});
const photos = part('upload', 'photos', '现场照片', {
  props: { buttonText: '选择照片', accept: '.png,.jpg', maxCount: 3, listType: 'picture' },
});
const remark = part('textarea', 'remark', '备注', { placeholder: '请输入备注', props: { maxLength: 500, showCount: true } });

/** Shop inspection, by version. */
export const inspections: readonly [FormDoc, FormDoc] = [
  docOf('门店巡检', [...shop, spot, display, remark]),
  docOf('门店巡检', [...shop, spot, display, part('rate', 'score', '综合评分', half), found, photos, remark]),
];

/** Supplier audit, still a draft. */
export const audit: FormDoc = docOf('供应商现场审核', [
  part('select', 'supplier', '供应商', {
    ...half,
    required: true,
    placeholder: '请选择供应商',
    source: {
      mode: 'dynamic',
      url: '/manage/supplier/list',
      method: 'get',
      dataPath: 'rows',
      labelKey: 'supplierName',
      valueKey: 'supplierId',
    },
  }),
  part('range', 'days', '审核期间', { ...half, required: true, placeholder: ['开始日期', '结束日期'] }),
  part(
    'subtable',
    'items',
    '审核项',
    { required: true, props: { addText: '加一项', min: 1 } },
    part('select', 'item', '项目', {
      required: true,
      placeholder: '请选择项目',
      options: listed('原料验收', '过程控制', '仓储冷链', '追溯演练', '人员卫生'),
    }),
    part('slider', 'points', '得分', { defaultValue: 80 }),
    part('input', 'note', '说明', { placeholder: '请输入说明' }),
  ),
  part('number', 'average', '平均得分', {
    ...half,
    rules: {
      value: {
        op: 'round',
        args: [{ op: 'div', args: [sumOf('items.points'), { op: 'count', args: [field('items.points')] }] }, { const: 1 }],
      },
    },
  }),
  part('radio', 'outcome', '结论', { ...half, required: true, options: listed('通过', '整改后复审', '不通过') }),
  part('date', 'dueDay', '整改期限', {
    ...half,
    required: true,
    placeholder: '请选择整改期限',
    rules: { visible: { op: 'eq', args: [field('outcome'), { const: 2 }] } },
  }),
  part('signature', 'signature', '审核人签名'),
]);
