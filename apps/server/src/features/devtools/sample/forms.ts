import { type Answers, type FormDoc, validate } from '@suyuan/forms';
import type { Db } from '../../../platform/db/database.types.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import { chance, type Random } from './chance.ts';
import { audit, cities, inspections } from './form-docs.ts';
import * as queries from './forms.queries.ts';
import { refuseTaken } from './refuse-taken.ts';

const DAY = 86_400_000;

const formKeys = ['shop-inspection', 'supplier-audit'] as const;

/** Days before now of each version's publication and its answers. */
const versions = [
  { since: 34, note: null, answered: [33, 31, 30, 27, 26, 23, 22] },
  { since: 20, note: '加上综合评分、发现的问题和现场照片', answered: [19, 18, 16, 15, 13, 12, 9, 8, 6, 5, 2, 1] },
];

const shops = [
  '翠湖路便利店',
  '金马坊超市',
  '古城生鲜店',
  '春熙路旗舰店',
  '天府母婴店',
  '珠江新城超市',
  '三坊七巷茶铺',
  '望京生活馆',
] as const;
const goods = ['高原鲜牛奶 250 mL', '风味酸奶 180 g', '有机纯牛奶 1 L', '武夷岩茶礼盒', '安溪铁观音 250 g'] as const;
const reasons = [
  '扫码提示已查过多次，瓶身印刷发虚，已下架封存',
  '码被价签盖住，撕开后可正常验证',
  '箱上的码与内装批次不符，已联系仓库核对',
] as const;

/** Sample forms: a published one with two versions and answers, and a draft. */
export async function loadForms(db: Db, staff: { planner: number; approver: number }, deptId: number | null, now: number) {
  const owner = { deptId, createBy: staff.planner };
  const at = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString();
  const random = chance(20_260_615);
  const remark = '巡店人员每到一家门店填写一份';
  const add = (row: Parameters<typeof queries.insertForm>[1]) => refuseTaken({ formKey: row.formKey }, queries.insertForm(db, row));
  const formId = await add({
    ...owner,
    formKey: formKeys[0],
    formName: '门店巡检',
    remark,
    doc: JSON.stringify(inspections[1]),
    createTime: at(36),
  });
  for (const [index, { since, note, answered }] of versions.entries()) {
    const doc = inspections[index] ?? inspections[0];
    await queries.publish(db, formId, { doc: JSON.stringify(doc), note, publishBy: staff.planner, publishTime: at(since) });
    const rows = answered.map((daysAgo) => {
      const time = now - daysAgo * DAY + random.whole(DAY / 4) - DAY / 8;
      const createBy = random.next() < 0.7 ? staff.planner : staff.approver;
      const data = JSON.stringify(filled(doc, inspectionOn(dayOf(time), random)));
      return { formId, versionNo: index + 1, data, deptId, createBy, createTime: new Date(time).toISOString() };
    });
    await queries.insertAnswers(db, formId, rows);
  }
  await add({
    ...owner,
    formKey: formKeys[1],
    formName: '供应商现场审核',
    remark: '还在设计，发布后由质量部填写',
    doc: JSON.stringify(audit),
    createTime: at(3),
  });
}

function inspectionOn(day: string, random: Random): Answers {
  const first = random.whole(goods.length);
  const items = Array.from({ length: 1 + random.whole(3) }, (_, index) => ({
    category: goods[(first + index) % goods.length] ?? goods[0],
    scanned: 6 + random.whole(25),
    wrong: random.next() < 0.25 ? 1 + random.whole(2) : 0,
  }));
  const display = random.one([1, 1, 1, 2, 2, 3]);
  return {
    ...{ shop: random.one(shops), city: 1 + random.whole(cities.length), day, items, display },
    ...{ reason: random.one(reasons), score: 6 - display - random.whole(2), found: [1 + random.whole(4)] },
    ...(random.next() < 0.3 && { remark: '店长希望增加冷藏柜的陈列位' }),
  };
}

/** Validated answers, as the form stores them. */
function filled(doc: FormDoc, given: Answers): Answers {
  const { answers, faults } = validate(doc, given);
  if (faults.length > 0) throw new Error(`the sample fills in a form wrongly: ${JSON.stringify(faults)}`);
  return answers;
}
