import { formAnswers, formAnswerText } from '@suyuan/contract';
import { type Answers, answerFields, type FormDoc, type FormNode, type Json, type Option, own, sameJson, specOf } from '@suyuan/forms';
import type { Context } from '../../../platform/http/context.ts';
import { type ExportedList, exportedList } from '../../../platform/http/exported-list.ts';
import { type SheetLayout, sheetLayout, textCell } from '../../../platform/http/spreadsheet.ts';
import * as formService from '../form/form.service.ts';
import * as queries from './form-answer.queries.ts';
import * as formAnswerService from './form-answer.service.ts';

const metadataColumns = ['nickName', 'createBy', 'deptName', 'createTime', 'versionNo'];

/** Answers as a spreadsheet: metadata, then a column per field of any version, newest version first. */
export const exportedAnswers: ExportedList = {
  ...exportedList(formAnswers, formAnswerService.list),
  layout: async (ctx, { formId, versionNo }) => {
    const baseLayout = sheetLayout(ctx, formAnswers, metadataColumns);
    if (typeof formId !== 'number') return baseLayout;
    const columns = await columnsOf(formService.listDocs(ctx.db, formId), versionNo);
    return withFields(ctx, baseLayout, columns, await dictionariesOf(ctx.db, columns));
  },
};

interface Column {
  name: string;
  title: string;
  byVersion: Map<number, FormNode>;
  /** Definition in the version read last. */
  last: FormNode;
}

/** Spreadsheet column limit minus the metadata columns. */
const MAX_COLUMNS = 16_384 - metadataColumns.length;

/** Columns for the fields of all versions, or of `onlyVersion`. Beyond the limit, the newest versions have priority. */
async function columnsOf(docs: AsyncIterable<{ versionNo: number; doc: FormDoc }>, onlyVersion: unknown): Promise<Column[]> {
  const columns = new Map<string, Column>();
  for await (const { versionNo, doc } of docs) {
    if (onlyVersion !== undefined && onlyVersion !== versionNo) continue;
    for (const node of answerFields(doc.fields)) {
      const existing = columns.get(node.name);
      if (!existing && columns.size >= MAX_COLUMNS) continue;
      const column = existing ?? { name: node.name, title: node.label || node.name, byVersion: new Map(), last: node };
      // share equal definitions between versions to save memory
      if (!sameJson(column.last, node)) column.last = node;
      column.byVersion.set(versionNo, column.last);
      columns.set(node.name, column);
    }
  }
  return [...columns.values()];
}

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
  baseLayout: SheetLayout,
  columns: Column[],
  dictionaries: ReadonlyMap<string, Option[]>,
): SheetLayout {
  const optionsOf = ({ source }: FormNode) => (source?.mode === 'dict' ? dictionaries.get(source.dict ?? '') : undefined);
  const cell = (node: FormNode | undefined, value: Json | undefined) => {
    if (!node || value === undefined || value === null) return null;
    // the number of an option is a key, and its label is the text to read
    if (typeof value === 'number' && specOf(node.type).answer === 'number' && Math.abs(value) < 1e15) return value;
    return textCell(formAnswerText(t, node, value, optionsOf));
  };
  return {
    name: baseLayout.name,
    titles: [...baseLayout.titles, ...columns.map(({ title }) => textCell(title) ?? '')],
    cells: (row) => {
      const { data, versionNo } = row as { data: Answers; versionNo: number };
      return [...baseLayout.cells(row), ...columns.map(({ name, byVersion }) => cell(byVersion.get(versionNo), own(data, name)))];
    },
  };
}
