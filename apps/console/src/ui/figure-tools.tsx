import { Button } from 'antd';
import type { ReactNode } from 'react';
import { toCsv } from '../data/csv.ts';
import { saveText } from '../data/download.ts';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from './icon.tsx';
import { FigureLink, LinkButton } from './row-link.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** The first column names the row. */
export interface FigureTable {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
  /** URL of the list behind a value, by row and value column, both from 0. */
  getHref?: ((row: number, column: number) => string | undefined) | undefined;
  /** Filters the content below by a row. */
  onRow?: ((row: number) => void) | undefined;
}

const buttonColour = 'not-[:hover,:disabled]:text-muted!';
// directly below a heading the buttons are on its line, so that a figure without a legend has no empty line
const onHeadingLine = 'in-[:is(h2,h3)+figure]:absolute in-[:is(h2,h3)+figure]:inset-[auto_0_100%_auto] in-[:is(h2,h3)+figure]:mb-[3px]';

/** Above a figure. The heading directly above it has the classes `figureHeading`. */
export function FigureTools({
  title,
  table,
  isTable,
  onSwitch,
  picture,
  className = '',
  children,
}: {
  title: string;
  table: FigureTable;
  isTable: boolean;
  onSwitch: (isTable: boolean) => void;
  picture: 'chart' | 'map';
  className?: string;
  children?: ReactNode;
}) {
  const t = useTranslations();
  const switchLabel = t(isTable ? (picture === 'map' ? 'kit.figure.asMap' : 'kit.figure.asChart') : 'kit.figure.asTable');
  return (
    <div className={`flex flex-wrap items-center gap-2 ${className}`}>
      {children}
      <span className={`ml-auto flex gap-1 ${onHeadingLine}`}>
        <Button
          size="small"
          type="text"
          className={buttonColour}
          title={switchLabel}
          aria-label={`${switchLabel}: ${title}`}
          icon={<Icon name={isTable ? (picture === 'map' ? 'globe' : 'pulse') : 'columns'} />}
          onClick={() => onSwitch(!isTable)}
        />
        <Button
          size="small"
          type="text"
          className={buttonColour}
          title={t('kit.figure.export')}
          disabled={table.rows.length === 0}
          aria-label={`${t('kit.figure.export')}: ${title}`}
          icon={<Icon name="download" />}
          onClick={() => saveText(toCsv([table.columns, ...table.rows]), `${title.replaceAll(/[\\/:*?"<>|？]/g, '')}.csv`)}
        />
      </span>
    </div>
  );
}

const cell = 'border-b border-line px-2 py-1.5 text-right font-normal tabular-nums first:text-left';

/** Values have the same links as the marks of the picture. */
export function FigureRows({ title, table: { columns, rows, getHref, onRow } }: { title: string; table: FigureTable }) {
  const t = useTranslations();
  const renderValue = (value: string | number | null, row: number, column: number) => {
    const to = value === null || value === 0 ? undefined : getHref?.(row, column);
    return to === undefined ? (value ?? '—') : <FigureLink to={to}>{value}</FigureLink>;
  };
  return (
    <ScrollArea className="max-h-105 overflow-auto" label={title}>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={`${cell} text-xs text-muted`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name, and rows do not move
            <tr key={at}>
              <th scope="row" className={cell}>
                {onRow ? <LinkButton onClick={() => onRow(at)}>{name}</LinkButton> : name}
              </th>
              {values.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
                <td key={column} className={cell}>
                  {renderValue(value, at, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="text-muted">{t('kit.figure.nothing')}</p>}
    </ScrollArea>
  );
}
