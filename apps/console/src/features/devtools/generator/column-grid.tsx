import type { GenColumn, GenOptions } from '@suyuan/contract';
import { useCallback, useRef } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { SortArea } from '../../../ui/sort-handle.tsx';
import { ColumnRow } from './column-row.tsx';

/** Errors by `columnId.field`. */
export type ColumnFaults = Record<string, string>;

interface ColumnGridProps {
  columns: GenColumn[];
  faults: ColumnFaults;
  dicts: GenOptions['dicts'];
  onChange: (columns: GenColumn[]) => void;
}

/** One row per table column: names, visibility, query and input type. Rows can be reordered. */
export function ColumnGrid({ columns, faults, dicts: dictionaries, onChange }: ColumnGridProps) {
  const t = useTranslations();
  const hasDetails = hasExtension('generatorDetails');
  const latest = useRef({ columns, onChange });
  latest.current = { columns, onChange };
  const editableColumns = columns.filter(({ superColumn, usableColumn }) => !superColumn || usableColumn);
  const fixedColumns = columns.filter((column) => !editableColumns.includes(column));

  const change = useCallback((columnId: number, changes: Partial<GenColumn>) => {
    const { columns: all, onChange: notifyChange } = latest.current;
    notifyChange(all.map((column) => (column.columnId === columnId ? { ...column, ...changes } : column)));
  }, []);
  const moveColumn = useCallback((id: number, over: number) => {
    const { columns: all, onChange: notifyChange } = latest.current;
    const from = all.findIndex(({ columnId }) => columnId === id);
    const to = all.findIndex(({ columnId }) => columnId === over);
    const moved = all[from];
    if (moved && to >= 0) notifyChange(all.toSpliced(from, 1).toSpliced(to, 0, moved));
  }, []);
  const step = useCallback(
    (id: number, by: -1 | 1) => {
      const { columns: all } = latest.current;
      const other = all[all.findIndex(({ columnId }) => columnId === id) + by];
      if (other) moveColumn(id, other.columnId);
    },
    [moveColumn],
  );
  return (
    <>
      <p className="none">{t('tool.gen.columnsHint')}</p>
      <ScrollArea className="gen-grid-scroll" label={t('tool.gen.columns')}>
        <table className="gen-grid">
          <thead>
            <tr>
              <th aria-label={t('kit.actions')} />
              <th scope="col">{t('tool.gen.columnName')}</th>
              <th scope="col">{t(hasDetails ? 'tool.gen.grid.names' : 'tool.gen.columnComment')}</th>
              <th scope="col">{t('tool.gen.grid.attribute')}</th>
              {(['isInsert', 'isEdit', 'isList', 'isRequired'] as const).map((name) => (
                <th scope="col" key={name} className="gen-grid-flag">
                  {t(`tool.gen.${name}`)}
                </th>
              ))}
              <th scope="col">{t('tool.gen.isQuery')}</th>
              <th scope="col">{t('tool.gen.htmlType')}</th>
              <th scope="col">{t(hasDetails ? 'tool.gen.grid.values' : 'tool.gen.dictType')}</th>
            </tr>
          </thead>
          <SortArea onMove={moveColumn}>
            <tbody>
              {editableColumns.map((column) => (
                <ColumnRow
                  key={column.columnId}
                  column={column}
                  faults={faultsOfRow(faults, column.columnId)}
                  dicts={dictionaries}
                  onChange={change}
                  onStep={step}
                />
              ))}
            </tbody>
          </SortArea>
        </table>
      </ScrollArea>
      {fixedColumns.length > 0 && (
        <p className="none gen-given">
          {t('tool.gen.given', {
            count: fixedColumns.length,
            names: fixedColumns.map(({ columnName }) => columnName).join(t('kit.joint')),
          })}
        </p>
      )}
    </>
  );
}

const NO_FAULTS = '';
/** Errors of one row as a string, so that memoised rows without errors do not re-render. */
const faultsOfRow = (faults: ColumnFaults, columnId: number): string => {
  const entries = Object.entries(faults).filter(([key]) => key.startsWith(`${columnId}.`));
  return entries.length === 0
    ? NO_FAULTS
    : JSON.stringify(Object.fromEntries(entries.map(([key, message]) => [key.split('.')[1], message])));
};
