import { type GenTable, genCreate, genTables } from '@suyuan/contract';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { has } from '../../../data/server-about.ts';
import { useWords, valueWord } from '../../../data/words.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { useSyncAll } from './asks.ts';
import { CreateDrawer } from './create-drawer.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import { SqlModal } from './sql-modal.tsx';
import { SyncDrawer } from './sync-drawer.tsx';
import { useGenerate } from './use-generate.ts';
import { WrittenDialog } from './written-dialog.tsx';
import './generator.css';

type Open = { what: 'import' } | { what: 'create' } | { what: 'preview' | 'sync'; table: GenTable };

export default function GenPage() {
  const t = useWords();
  const [open, setOpen] = useState<Open>();
  const { generate, archive, written, close, busy } = useGenerate();
  const mayPreview = usePermission(genTables.permission('preview'));
  const [may, mayCode] = [usePermission(genTables.permission('edit')), usePermission(genTables.permission('code'))];
  const preview = (table: GenTable) => setOpen({ what: 'preview', table });
  const details = has('generatorDetails');
  const syncAll = useSyncAll();
  const sync = async (table: GenTable) => {
    if (details) return setOpen({ what: 'sync', table });
    const { tableName } = table;
    const title = t('tool.gen.syncAllAsk', { tableName });
    if (!(await confirm({ title, content: t('tool.gen.syncAllHint'), okText: t('tool.gen.sync') }))) return;
    syncAll.mutate(tableName, { onSuccess: () => hosts.tell('success', t('tool.gen.syncedAll', { tableName })) });
  };
  const shut = () => setOpen(undefined);
  return (
    <>
      <ResourcePage
        resource={genTables}
        purpose={details ? undefined : t('tool.gen.purpose.plain')}
        columns={[
          columnOf(genTables, 'tableName'),
          columnOf(genTables, 'tableComment'),
          columnOf(genTables, 'tplCategory', (category) => valueWord(t, `tool.gen.tplCategory.${category}`, category)),
          columnOf(genTables, 'className', (name) => <Mono>{name}</Mono>),
          ...(details ? [columnOf(genTables, 'genTime')] : []),
          columnOf(genTables, 'createTime'),
          columnOf(genTables, 'updateTime'),
        ]}
        filters={
          <>
            <Form.Item name="tableName" label={t('tool.gen.tableName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="tableComment" label={t('tool.gen.tableComment')}>
              <Input allowClear />
            </Form.Item>
            <RangeFilter label={t('common.field.createTime')} />
          </>
        }
        primary={
          <Can do={[genTables.permission('import')]}>
            <Button type="primary" icon={<Icon name="upload" />} onClick={() => setOpen({ what: 'import' })}>
              {t('tool.gen.importTables')}
            </Button>
          </Can>
        }
        toolbar={
          <Can {...(details ? { do: [genCreate] } : { role: ['admin'] })}>
            <Button icon={<Icon name="plus" />} onClick={() => setOpen({ what: 'create' })}>
              {t('tool.gen.create')}
            </Button>
          </Can>
        }
        formAt={(table) => `/gen/edit?tableId=${table?.tableId}`}
        onOpen={(table) => mayPreview && preview(table as GenTable)}
        rowActions={(table) =>
          mayCode && (
            <button type="button" className="row-link" disabled={busy} onClick={() => void generate(table)}>
              {t('tool.gen.generate')}
            </button>
          )
        }
        moreActions={(table) => [
          { key: 'preview', label: t('tool.gen.preview'), permission: genTables.permission('preview'), onClick: () => preview(table) },
          {
            key: 'sync',
            label: t('tool.gen.sync'),
            permission: genTables.permission('edit'),
            onClick: () => void sync(table),
          },
        ]}
        selectedActions={(tables) =>
          mayCode && (
            <Button icon={<Icon name="download" />} onClick={() => void archive(tables)}>
              {t('tool.gen.archive', { count: tables.length })}
            </Button>
          )
        }
      />
      {open?.what === 'import' && <ImportDrawer onClose={shut} />}
      {open?.what === 'create' && (details ? <CreateDrawer onClose={shut} /> : <SqlModal onClose={shut} />)}
      {open?.what === 'preview' && <PreviewDrawer table={open.table} onClose={shut} />}
      {open?.what === 'sync' && may && <SyncDrawer table={open.table} onClose={shut} />}
      {written && <WrittenDialog {...written} onAgain={(way) => void generate(written.table, way)} busy={busy} onClose={close} />}
    </>
  );
}
