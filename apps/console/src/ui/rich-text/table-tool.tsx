import type { Editor } from '@tiptap/core';
import { Dropdown, Popover } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { ToolbarButton } from './toolbar-button.tsx';

/** Largest size of the grid; more rows and columns can be added later. */
const MAX_SIZE = 8;
const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const CELLS = Array.from({ length: MAX_SIZE * MAX_SIZE }, (_, at) => [Math.floor(at / MAX_SIZE) + 1, (at % MAX_SIZE) + 1] as const);

function TableGrid({ onSelect }: { onSelect: (rows: number, columns: number) => void }) {
  const t = useTranslations();
  const [[rows, columns], setSize] = useState<readonly [number, number]>([2, 2]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const clamp = (at: number) => Math.min(MAX_SIZE, Math.max(1, at));
    const next = [clamp(rows + by[0]), clamp(columns + by[1])] as const;
    setSize(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join('-')}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between its buttons
    <div className="grid grid-cols-[repeat(8,20px)] gap-1" onKeyDown={onKeyDown}>
      {CELLS.map(([row, column]) => (
        <button
          key={`${row}-${column}`}
          type="button"
          data-cell={`${row}-${column}`}
          className={`size-5 cursor-pointer rounded-xs border p-0 ${
            row <= rows && column <= columns ? 'border-primary-line bg-primary-ground' : 'border-edge bg-surface'
          }`}
          aria-label={t('editor.tableOf', { rows: row, columns: column })}
          tabIndex={row === rows && column === columns ? 0 : -1}
          onPointerEnter={() => setSize([row, column])}
          onFocus={() => setSize([row, column])}
          onClick={() => onSelect(row, column)}
        />
      ))}
      <p aria-hidden="true" className="col-span-full m-0 text-center">
        {t('editor.tableOf', { rows, columns })}
      </p>
    </div>
  );
}

/** Inside a table, a menu for its rows, columns and cells. */
export function TableTool({ editor, inTable, disabled }: { editor: Editor; inTable: boolean; disabled: boolean }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const run = () => editor.chain().focus();
  const item = (key: string, label: string, onClick: () => void, danger = false) => ({ key, label, onClick, danger });
  const items = [
    item('rowAbove', t('editor.rowAbove'), () => run().addRowBefore().run()),
    item('rowBelow', t('editor.rowBelow'), () => run().addRowAfter().run()),
    item('columnLeft', t('editor.columnLeft'), () => run().addColumnBefore().run()),
    item('columnRight', t('editor.columnRight'), () => run().addColumnAfter().run()),
    { type: 'divider' as const },
    item('header', t('editor.headerRow'), () => run().toggleHeaderRow().run()),
    item('merge', t('editor.mergeOrSplit'), () => run().mergeOrSplit().run()),
    { type: 'divider' as const },
    item('rowRemove', t('editor.rowRemove'), () => run().deleteRow().run(), true),
    item('columnRemove', t('editor.columnRemove'), () => run().deleteColumn().run(), true),
    item('tableRemove', t('editor.tableRemove'), () => run().deleteTable().run(), true),
  ];
  if (!inTable)
    return (
      <Popover
        trigger="click"
        open={open}
        onOpenChange={setOpen}
        placement="bottom"
        destroyOnHidden
        content={
          <TableGrid
            onSelect={(rows, cols) => {
              setOpen(false);
              run().insertTable({ rows, cols, withHeaderRow: true }).run();
            }}
          />
        }
      >
        <span>
          <ToolbarButton icon="table" label={t('editor.table')} disabled={disabled} />
        </span>
      </Popover>
    );
  return (
    <Dropdown trigger={['click']} menu={{ items, style: { whiteSpace: 'nowrap' } }} disabled={disabled}>
      <span>
        <ToolbarButton icon="table" label={t('editor.table')} active disabled={disabled} />
      </span>
    </Dropdown>
  );
}
