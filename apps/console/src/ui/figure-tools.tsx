import { Button } from 'antd';
import type { ReactNode } from 'react';
import { csvOf } from '../data/csv.ts';
import { saveText } from '../data/save-text.ts';
import { useWords } from '../data/words.ts';
import { Icon } from './icon.tsx';
import { RowLink } from './row-link.tsx';
import { Scrolled } from './scrolled.tsx';
import './figure.css';

/** The first column names the row. */
export interface FigureTable {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
  /** URL of the list behind a value, by row and value column, both from 0. */
  behind?: ((row: number, column: number) => string | undefined) | undefined;
  /** Filters the content below by a row. */
  onRow?: ((row: number) => void) | undefined;
}

/** On the line of a heading directly above. */
export function FigureTools({
  title,
  table,
  asTable,
  onSwitch,
  picture,
  children,
}: {
  title: string;
  table: FigureTable;
  asTable: boolean;
  onSwitch: (asTable: boolean) => void;
  picture: 'chart' | 'map';
  children?: ReactNode;
}) {
  const t = useWords();
  const other = t(asTable ? (picture === 'map' ? 'kit.figure.asMap' : 'kit.figure.asChart') : 'kit.figure.asTable');
  return (
    <div className="figure-tools">
      {children}
      <span className="figure-acts">
        <Button
          size="small"
          type="text"
          title={other}
          aria-label={`${other}: ${title}`}
          icon={<Icon name={asTable ? (picture === 'map' ? 'globe' : 'pulse') : 'columns'} />}
          onClick={() => onSwitch(!asTable)}
        />
        <Button
          size="small"
          type="text"
          title={t('kit.figure.export')}
          disabled={table.rows.length === 0}
          aria-label={`${t('kit.figure.export')}: ${title}`}
          icon={<Icon name="download" />}
          onClick={() => saveText(csvOf([table.columns, ...table.rows]), `${title.replaceAll(/[\\/:*?"<>|？]/g, '')}.csv`)}
        />
      </span>
    </div>
  );
}

/** Values have the same links as the marks of the picture. */
export function FigureRows({ title, table: { columns, rows, behind, onRow } }: { title: string; table: FigureTable }) {
  const t = useWords();
  const cell = (value: string | number | null, row: number, column: number) => {
    const to = value === null || value === 0 ? undefined : behind?.(row, column);
    return to === undefined ? (value ?? '—') : <RowLink to={to}>{value}</RowLink>;
  };
  return (
    <Scrolled className="figure-table" label={title}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name, and rows do not move
            <tr key={at}>
              <th scope="row">
                {onRow ? (
                  <button type="button" className="row-link" onClick={() => onRow(at)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              {values.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
                <td key={column}>{cell(value, at, column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="none">{t('kit.figure.nothing')}</p>}
    </Scrolled>
  );
}
