import type { Editor } from '@tiptap/core';
import { Dropdown, Popover } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/words.ts';
import { TableGrid } from './table-grid.tsx';
import { ToolbarButton } from './tool.tsx';

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
