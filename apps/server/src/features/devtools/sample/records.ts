import { type TraceData, toDesignerForm } from '@suyuan/contract';
import { type Answers, type FormDoc, validate } from '@suyuan/forms';
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as chainService from '../../traces/trace-record/chain.service.ts';
import { insert } from './master-data.queries.ts';
import { mapNameConflicts, type Staff } from './master-data.ts';
import { drawScene } from './pictures.ts';
import * as queries from './records.queries.ts';
import type { BatchPlan, SampleData, TraceStep } from './sample-data.ts';
import { type IssuedPlan, type Random, seeded } from './scans.ts';
import { DAY, momentOf, stateAfter } from './timeline.ts';

/** Quality role in the initial data. */
const QUALITY = 104;

/** Traces of sample batches by their progress: completed ones are published, new ones wait for verification. */
export async function loadTraces(
  db: Db,
  { traceTemplates, products: goods }: SampleData,
  {
    batches,
    products,
    staff,
    deptId,
    now,
  }: { batches: readonly IssuedPlan[]; products: ReadonlyMap<string, number>; staff: Staff; deptId: number | null; now: number },
  installation: Installation,
) {
  const owner = { deptId, createBy: staff.planner };
  for (const { name: templateName, products: productCodes, steps } of traceTemplates) {
    const pictures = new Map<string, string>();
    for (const { name, picture } of steps) {
      if (picture) pictures.set(name, await drawScene({ db, installation }, staff.planner, `${name}.png`, picture));
    }
    const rows = steps.map(({ name: stepName, bizStep, disposition, filler, required, fields }) => ({
      ...{ stepName, bizStep, disposition, filler, required },
      roleId: filler === 'role' ? QUALITY : null,
      form: JSON.stringify(toDesignerForm({ designer: 'fields', version: 1, fields })),
    }));
    const productIds = productCodes.flatMap((code) => products.get(code) ?? []);
    const names = steps.map(({ name }) => name);
    const stepIds =
      (await queries.takeUpTemplate(db, templateName, names)) ??
      (await mapNameConflicts({ templateName }, queries.insertTemplate(db, { templateName, ...owner }, rows)));
    await queries.assignTemplate(db, stepIds[0] ?? 0, productIds);
    for (const { plan, batchId } of batches.filter((batch) => productCodes.includes(batch.plan.product))) {
      const eventDaysAgo = (index: number) => Math.max(daysAgoOf(steps[index]!, plan, now) - hourOf(index, batchId), 0.2);
      const timeOf = (index: number) => momentOf(now, eventDaysAgo(index));
      const netContent = goods.find(({ code }) => code === plan.product)?.netContent ?? 0;
      for (const [index, step] of steps.entries()) {
        const state = stateOf(plan, index, steps.length);
        if (!state) continue;
        const { name: stepName, filler, bizStep, disposition, input } = step;
        const own = step.byProduct?.[plan.product];
        const [data, place] = [{ ...step.data, ...own?.data }, own?.place ?? step.place];
        const record = {
          ...{ batchId, stepId: stepIds[index] ?? 0, subject: 'batch', state, stepName, filler, bizStep, disposition },
          ...{ form: rows[index]?.form ?? '', data: JSON.stringify(varyNumbers(data, batchId)) },
          ...{ placeName: place?.name ?? null, regionCode: place?.regionCode ?? null, source: 'sample', sample: true, ...owner },
          eventTime: new Date(timeOf(index)).toISOString(),
          // not before the batch was planned, which is after the harvest
          ...stamps(state, staff, now, Math.min(eventDaysAgo(index), plan.plannedDaysAgo) - daysToSubmit(index, batchId)),
        };
        const path = pictures.get(stepName);
        const id = await queries.insertRecord(
          db,
          record,
          path ? [path] : [],
          input && {
            inputName: input.inputName,
            lotNo: `${input.lotPrefix}-${dayOf(timeOf(0)).slice(5).replace('-', '')}`,
            quantity: Math.round((plan.quantity * netContent * (own?.perProduct ?? input.perProduct)) / 100_000) / 10,
            unit: 't',
          },
        );
        if (state === 'verified' || state === 'published') await chainService.sealRecord(db, id);
      }
    }
  }
}

/** Days between a step and now. */
function daysAgoOf({ after, byProduct }: TraceStep, { product, madeDaysAgo }: BatchPlan, now: number): number {
  const harvest = byProduct?.[product]?.on;
  if (!harvest) return madeDaysAgo - after;
  const latest = dayOf(now - (madeDaysAgo + 10) * DAY);
  const year = Number(latest.slice(0, 4)) - (latest.slice(5) < harvest ? 1 : 0);
  return Math.floor((now - Date.parse(`${year}-${harvest}T00:00:00+08:00`)) / DAY);
}

/** State of a batch's step; undefined if not filled in. */
function stateOf(plan: BatchPlan, index: number, last: number) {
  const { state } = stateAfter(plan, plan.steps);
  if (['active', 'closed', 'recalled', 'frozen'].includes(state)) return 'published';
  if (state === 'issued')
    return index < last - 3 ? 'published' : index === last - 3 ? 'verified' : index === last - 2 ? 'submitted' : undefined;
  if (state === 'approved') return index === 0 ? 'submitted' : index === 1 ? 'draft' : undefined;
  return undefined;
}

/** Fraction of a day that varies the time of a step; constant per step and batch. */
const hourOf = (index: number, batchId: number) => ((index * 5 + batchId * 3) % 11) / 12;

/** Days until the record is submitted; constant per step and batch. */
const daysToSubmit = (index: number, batchId: number) => (2 + ((index * 5 + batchId * 3) % 9) * 1.7) / 24;

/** Users and times of each state up to the current one. */
function stamps(state: string, { planner, approver }: Staff, now: number, submitDaysAgo: number) {
  const at = (hours: number) => new Date(momentOf(now, submitDaysAgo - hours / 24)).toISOString();
  const submitted = state === 'draft' ? {} : { submitBy: planner, submitTime: at(0) };
  const verified = state === 'verified' || state === 'published' ? { verifyBy: approver, verifyTime: at(0.5) } : {};
  const published = state === 'published' ? { publishBy: approver, publishTime: at(0.6) } : {};
  return { createTime: at(-0.2), ...submitted, ...verified, ...published };
}

/** Varies numbers slightly by batch, deterministically. Whole numbers stay whole. */
function varyNumbers(data: TraceData, batchId: number): TraceData {
  const vary = (value: number) => {
    const scale = Number.isInteger(value) ? 1 : 10;
    return Math.round(value * (1 + ((batchId % 7) - 3) / 100) * scale) / scale;
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === 'number' ? vary(value) : value]));
}

/** Sample forms: a published one with two versions and answers, and a draft. */
export async function loadForms(db: Db, { forms }: SampleData, staff: Staff, deptId: number | null, now: number) {
  const owner = { deptId, createBy: staff.planner };
  const at = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString();
  const random = seeded(20_260_615);
  const { inspection, audit } = forms;
  const add = ({ key: formKey, name: formName, remark, addedDaysAgo }: Omit<typeof audit, 'doc'>, doc: FormDoc) =>
    mapNameConflicts(
      { formKey },
      insert(db, 'form', 'formId', { ...owner, formKey, formName, remark, doc: JSON.stringify(doc), createTime: at(addedDaysAgo) }),
    );
  const formId = await add(inspection, inspection.versions[1].doc);
  for (const [index, { publishedDaysAgo, note, answeredDaysAgo, doc }] of inspection.versions.entries()) {
    await queries.publish(db, formId, { doc: JSON.stringify(doc), note, publishBy: staff.planner, publishTime: at(publishedDaysAgo) });
    const rows = answeredDaysAgo.map((daysAgo) => {
      const time = now - daysAgo * DAY + random.whole(DAY / 4) - DAY / 8;
      const createBy = random.next() < 0.7 ? staff.planner : staff.approver;
      const data = JSON.stringify(validateAnswers(doc, inspectionOn(doc, forms.answers, dayOf(time), random)));
      return { formId, versionNo: index + 1, data, deptId, createBy, createTime: new Date(time).toISOString() };
    });
    await queries.insertAnswers(db, formId, rows);
  }
  await add(audit, audit.doc);
}

function inspectionOn(doc: FormDoc, texts: SampleData['forms']['answers'], day: string, random: Random): Answers {
  const { shops, products, reasons, remark } = texts;
  const cities = doc.fields.find(({ name }) => name === 'city')?.options?.length ?? 0;
  const first = random.whole(products.length);
  const items = Array.from({ length: 1 + random.whole(3) }, (_, index) => ({
    category: products[(first + index) % products.length]!,
    scanned: 6 + random.whole(25),
    wrong: random.next() < 0.25 ? 1 + random.whole(2) : 0,
  }));
  const display = random.one([1, 1, 1, 2, 2, 3]);
  return {
    ...{ shop: random.one(shops), city: 1 + random.whole(cities), day, items, display },
    ...{ reason: random.one(reasons), score: 6 - display - random.whole(2), found: [1 + random.whole(4)] },
    ...(random.next() < 0.3 && { remark }),
  };
}

/** Validated answers, as the form stores them. */
function validateAnswers(doc: FormDoc, input: Answers): Answers {
  const { answers, faults } = validate(doc, input);
  if (faults.length > 0) throw new Error(`the sample fills in a form wrongly: ${JSON.stringify(faults)}`);
  return answers;
}
