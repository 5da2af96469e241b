import type { GenColumn, GenOptions } from '@suyuan/contract';
import { useCallback, useRef } from 'react';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { Scrolled } from '../../../ui/scrolled.tsx';
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
  const t = useWords();
  const details = has('generatorDetails');
  const latest = useRef({ columns, onChange });
  latest.current = { columns, onChange };
  const own = columns.filter(({ superColumn, usableColumn }) => !superColumn || usableColumn);
  const given = columns.filter((column) => !own.includes(column));

  const change = useCallback((columnId: number, changes: Partial<GenColumn>) => {
    const { columns: all, onChange: tell } = latest.current;
    tell(all.map((column) => (column.columnId === columnId ? { ...column, ...changes } : column)));
  }, []);
  const place = useCallback((id: number, over: number) => {
    const { columns: all, onChange: tell } = latest.current;
    const from = all.findIndex(({ columnId }) => columnId === id);
    const to = all.findIndex(({ columnId }) => columnId === over);
    const moved = all[from];
    if (moved && to >= 0) tell(all.toSpliced(from, 1).toSpliced(to, 0, moved));
  }, []);
  const step = useCallback(
    (id: number, by: -1 | 1) => {
      const { columns: all } = latest.current;
      const other = all[all.findIndex(({ columnId }) => columnId === id) + by];
      if (other) place(id, other.columnId);
    },
    [place],
  );
  return (
    <>
      <p className="none">{t('tool.gen.columnsHint')}</p>
      <Scrolled className="gen-grid-scroll" label={t('tool.gen.columns')}>
        <table className="gen-grid">
          <thead>
            <tr>
              <th aria-label={t('kit.actions')} />
              <th scope="col">{t('tool.gen.columnName')}</th>
              <th scope="col">{t(details ? 'tool.gen.grid.names' : 'tool.gen.columnComment')}</th>
              <th scope="col">{t('tool.gen.grid.attribute')}</th>
              {(['isInsert', 'isEdit', 'isList', 'isRequired'] as const).map((name) => (
                <th scope="col" key={name} className="gen-grid-flag">
                  {t(`tool.gen.${name}`)}
                </th>
              ))}
              <th scope="col">{t('tool.gen.isQuery')}</th>
              <th scope="col">{t('tool.gen.htmlType')}</th>
              <th scope="col">{t(details ? 'tool.gen.grid.values' : 'tool.gen.dictType')}</th>
            </tr>
          </thead>
          <SortArea onMove={place}>
            <tbody>
              {own.map((column) => (
                <ColumnRow
                  key={column.columnId}
                  column={column}
                  faults={faultsOf(faults, column.columnId)}
                  dicts={dictionaries}
                  onChange={change}
                  onStep={step}
                />
              ))}
            </tbody>
          </SortArea>
        </table>
      </Scrolled>
      {given.length > 0 && (
        <p className="none gen-given">
          {t('tool.gen.given', { count: given.length, names: given.map(({ columnName }) => columnName).join(t('kit.joint')) })}
        </p>
      )}
    </>
  );
}

const none = '';
/** Errors of one row as a string, so that memoised rows without errors do not re-render. */
const faultsOf = (faults: ColumnFaults, columnId: number): string => {
  const own = Object.entries(faults).filter(([key]) => key.startsWith(`${columnId}.`));
  return own.length === 0 ? none : JSON.stringify(Object.fromEntries(own.map(([key, said]) => [key.split('.')[1], said])));
};
