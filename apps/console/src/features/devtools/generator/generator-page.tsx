import { type GenConflictWay, type GenTable, type GenWebType, type GenWriteResult, genCreate, genTables } from '@suyuan/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { translateValue, useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { CreateDrawer } from './create-drawer.tsx';
import { GenerationResultDialog } from './generation-result-dialog.tsx';
import { useCreateBySql, useGenOptions, useSyncAll, useWrite } from './generator-queries.ts';
import { PreviewDrawer } from './preview-drawer.tsx';
import { ImportDrawer, SyncDrawer } from './table-drawers.tsx';
import './generator.css';
import { download } from '../../../data/download.ts';
import { WebTypeChoice } from './web-type-choice.tsx';

/** Creates tables by SQL, as RuoYi does for its administrators. The server rejects anything but `create table`. */
function SqlModal({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const inputId = useId();
  const [sql, setSql] = useState('');
  const [tplWebType, setWebType] = useState<GenWebType>('element-plus');
  const create = useCreateBySql();
  const submit = () =>
    create.mutate(
      { sql: sql.trim(), tplWebType },
      {
        onSuccess: () => {
          shellServices.notify('success', t('tool.gen.sqlCreated'));
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      width={720}
      title={t('tool.gen.create')}
      okText={t('tool.gen.create')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: sql.trim() === '', loading: create.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      <label htmlFor={inputId}>{t('tool.gen.sql')}</label>
      <Input.TextArea
        id={inputId}
        className="mono-text gen-sql"
        rows={12}
        value={sql}
        placeholder="create table goods_price (…)"
        onChange={({ target }) => setSql(target.value)}
      />
      <WebTypeChoice value={tplWebType} onChange={setWebType} />
    </Modal>
  );
}

type Table = Pick<GenTable, 'tableId' | 'tableName' | 'genType' | 'genPath'>;

function useGenerate() {
  const t = useTranslations();
  const options = useGenOptions();
  const write = useWrite();
  const [result, setResult] = useState<{ table: Table; report: GenWriteResult }>();
  const archive = (tables: readonly Table[]) =>
    download(`${genTables.path}/batchGenCode?tables=${tables.map(({ tableName }) => tableName).join(',')}`, 'suyuan-module.zip');
  return {
    result,
    busy: write.isPending,
    close: () => setResult(undefined),
    archive,
    async generate(table: Table, conflicts: GenConflictWay = 'keep') {
      const canWrite = hasExtension('generatorDetails') ? options?.writes : true;
      if (table.genType === '0' || !canWrite) return archive([table]);
      await write.mutateAsync({ tableName: table.tableName, conflicts }).then(
        (report) =>
          report ? setResult({ table, report }) : shellServices.notify('success', t('tool.gen.writtenPlain', { path: table.genPath })),
        () => undefined, // the error is already displayed
      );
    },
  };
}

type OpenDialog = { kind: 'import' } | { kind: 'create' } | { kind: 'preview' | 'sync'; table: GenTable };

export default function GeneratorPage() {
  const t = useTranslations();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { generate, archive, result, close, busy } = useGenerate();
  const canPreview = usePermission(genTables.permission('preview'));
  const [canEdit, canGenerate] = [usePermission(genTables.permission('edit')), usePermission(genTables.permission('code'))];
  const preview = (table: GenTable) => setDialog({ kind: 'preview', table });
  const hasDetails = hasExtension('generatorDetails');
  const syncAll = useSyncAll();
  const sync = async (table: GenTable) => {
    if (hasDetails) return setDialog({ kind: 'sync', table });
    const { tableName } = table;
    const title = t('tool.gen.syncAllAsk', { tableName });
    if (!(await confirm({ title, content: t('tool.gen.syncAllHint'), okText: t('tool.gen.sync') }))) return;
    syncAll.mutate(tableName, { onSuccess: () => shellServices.notify('success', t('tool.gen.syncedAll', { tableName })) });
  };
  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <ResourcePage
        resource={genTables}
        purpose={hasDetails ? undefined : t('tool.gen.purpose.plain')}
        columns={[
          columnOf(genTables, 'tableName'),
          columnOf(genTables, 'tableComment'),
          columnOf(genTables, 'tplCategory', (category) => translateValue(t, `tool.gen.tplCategory.${category}`, category)),
          columnOf(genTables, 'className', (name) => <CopyableText>{name}</CopyableText>),
          ...(hasDetails ? [columnOf(genTables, 'genTime')] : []),
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
            <Button type="primary" icon={<Icon name="upload" />} onClick={() => setDialog({ kind: 'import' })}>
              {t('tool.gen.importTables')}
            </Button>
          </Can>
        }
        toolbar={
          <Can {...(hasDetails ? { do: [genCreate] } : { role: ['admin'] })}>
            <Button icon={<Icon name="plus" />} onClick={() => setDialog({ kind: 'create' })}>
              {t('tool.gen.create')}
            </Button>
          </Can>
        }
        formPath={(table) => `/gen/edit?tableId=${table?.tableId}`}
        onOpen={(table) => canPreview && preview(table as GenTable)}
        rowActions={(table) =>
          canGenerate && (
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
          canGenerate && (
            <Button icon={<Icon name="download" />} onClick={() => void archive(tables)}>
              {t('tool.gen.archive', { count: tables.length })}
            </Button>
          )
        }
      />
      {dialog?.kind === 'import' && <ImportDrawer onClose={closeDialog} />}
      {dialog?.kind === 'create' && (hasDetails ? <CreateDrawer onClose={closeDialog} /> : <SqlModal onClose={closeDialog} />)}
      {dialog?.kind === 'preview' && <PreviewDrawer table={dialog.table} onClose={closeDialog} />}
      {dialog?.kind === 'sync' && canEdit && <SyncDrawer table={dialog.table} onClose={closeDialog} />}
      {result && (
        <GenerationResultDialog
          {...result}
          onRetry={(conflictMode) => void generate(result.table, conflictMode)}
          busy={busy}
          onClose={close}
        />
      )}
    </>
  );
}
