import { formAnswers, formAnswerText } from '@suyuan/contract';
import { type Answers, answering, type FormDoc, type FormNode, type Json, type Option, own, sameJson } from '@suyuan/forms';
import type { Context } from '../../../platform/http/context.ts';
import { type ExportedList, exportedList } from '../../../platform/http/exported-list.ts';
import { type SheetLayout, sheetLayout, textCell } from '../../../platform/http/spreadsheet.ts';
import * as lifeService from '../form/form-life.service.ts';
import * as queries from './form-answer.queries.ts';
import * as formAnswerService from './form-answer.service.ts';

const ourColumns = ['nickName', 'createBy', 'deptName', 'createTime', 'versionNo'];

/** Answers as a spreadsheet: who gave them when, then a column for each field that any version of the form had, the newest first. */
export const exportedAnswers: ExportedList = {
  ...exportedList(formAnswers, formAnswerService.list),
  layout: async (ctx, { formId, versionNo }) => {
    const head = sheetLayout(ctx, formAnswers, ourColumns);
    if (typeof formId !== 'number') return head;
    const columns = await columnsOf(lifeService.listDocs(ctx.db, formId), versionNo);
    return withFields(ctx, head, columns, await dictionariesOf(ctx.db, columns));
  },
};

interface Column {
  name: string;
  title: string;
  /** The field as each version has it. */
  byVersion: Map<number, FormNode>;
  /** As the version had it that was read last. */
  last: FormNode;
}

/** Columns that a sheet may have, less those of every answer. */
const MOST_COLUMNS = 16_384 - ourColumns.length;

/** A column for each field of the versions, of one alone where it is named; of more than a sheet holds, those of the newest. */
async function columnsOf(docs: AsyncIterable<{ versionNo: number; doc: FormDoc }>, only: unknown): Promise<Column[]> {
  const columns = new Map<string, Column>();
  for await (const { versionNo, doc } of docs) {
    if (only !== undefined && only !== versionNo) continue;
    for (const node of answering(doc.fields)) {
      const known = columns.get(node.name);
      if (!known && columns.size >= MOST_COLUMNS) continue;
      const column = known ?? { name: node.name, title: node.label || node.name, byVersion: new Map(), last: node };
      // what did not change is kept once, however many versions there are
      if (!sameJson(column.last, node)) column.last = node;
      column.byVersion.set(versionNo, column.last);
      columns.set(node.name, column);
    }
  }
  return [...columns.values()];
}

/** Labels of the dictionaries that columns choose from, by dictionary. */
async function dictionariesOf(db: Context['db'], columns: Column[]): Promise<ReadonlyMap<string, Option[]>> {
  const types = columns.flatMap(({ byVersion }) =>
    [...byVersion.values()].flatMap(({ source }) => (source?.mode === 'dict' && source.dict ? [source.dict] : [])),
  );
  const rows = types.length > 0 ? await queries.listDictionaryLabels(db, [...new Set(types)]) : [];
  const dictionaries = new Map<string, Option[]>();
  for (const { dictType, label, value } of rows) dictionaries.set(dictType, [...(dictionaries.get(dictType) ?? []), { label, value }]);
  return dictionaries;
}

function withFields(
  { t }: Pick<Context, 't'>,
  head: SheetLayout,
  columns: Column[],
  dictionaries: ReadonlyMap<string, Option[]>,
): SheetLayout {
  const optionsOf = ({ source }: FormNode) => (source?.mode === 'dict' ? dictionaries.get(source.dict ?? '') : undefined);
  const cell = (node: FormNode | undefined, value: Json | undefined) => {
    if (!node || value === undefined || value === null) return null;
    if (typeof value === 'number' && Math.abs(value) < 1e15) return value;
    return textCell(formAnswerText(t, node, value, optionsOf));
  };
  return {
    name: head.name,
    titles: [...head.titles, ...columns.map(({ title }) => textCell(title) ?? '')],
    cells: (row) => {
      const { data, versionNo } = row as { data: Answers; versionNo: number };
      return [...head.cells(row), ...columns.map(({ name, byVersion }) => cell(byVersion.get(versionNo), own(data, name)))];
    },
  };
}
