import {
  createGenTable,
  type GenConflictWay,
  type GenTable,
  type GenWebType,
  type GenWriteResult,
  genArchive,
  genCreate,
  genTables,
  syncGenTableByName,
  writeGenFiles,
} from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { urlOf, useCall } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PrimaryButton } from '../../../ui/list-tools.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { CreateDrawer } from './create-drawer.tsx';
import { GenerationResultDialog } from './generation-result-dialog.tsx';
import { useServerOptions } from './generator-options.ts';
import { WebTypeChoice } from './generator-tabs.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import { ImportDrawer, SyncDrawer } from './table-drawers.tsx';

/** Creates tables by SQL, as RuoYi does for its administrators. The server rejects anything but `create table`. */
function SqlModal({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const inputId = useId();
  const [sql, setSql] = useState('');
  const [tplWebType, setWebType] = useState<GenWebType>('element-plus');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => request('POST', `${createGenTable.path}?${new URLSearchParams({ sql: sql.trim(), tplWebType })}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [genTables.path] }),
  });
  const submit = () =>
    create.mutate(undefined, {
      onSuccess: () => {
        shellServices.notify('success', t('tool.gen.sqlCreated'));
        onClose();
      },
    });
  return (
    <MountedModal
      width={720}
      title={t('tool.gen.create')}
      okText={t('tool.gen.create')}
      okButtonProps={{ disabled: sql.trim() === '', loading: create.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      <label htmlFor={inputId}>{t('tool.gen.sql')}</label>
      <Input.TextArea
        id={inputId}
        className="mono-text mt-2!"
        rows={12}
        value={sql}
        placeholder="create table goods_price (…)"
        onChange={({ target }) => setSql(target.value)}
      />
      <WebTypeChoice value={tplWebType} onChange={setWebType} />
    </MountedModal>
  );
}

type OpenDialog = { kind: 'import' } | { kind: 'create' } | { kind: 'preview' | 'sync'; table: GenTable };

export default function GeneratorPage() {
  const t = useTranslations();
  const [dialog, setDialog] = useState<OpenDialog>();
  const hasDetails = hasExtension('generatorDetails');
  const options = useServerOptions();
  const client = useQueryClient();
  const archive = async (tables: readonly GenTable[]) => {
    await download(urlOf(genArchive, { tables: tables.map(({ tableName }) => tableName) }), 'suyuan-module.zip');
    // the time of the last generation
    await client.invalidateQueries({ queryKey: [genTables.path] });
  };
  const write = useCall(writeGenFiles);
  const [result, setResult] = useState<{ table: GenTable; report: GenWriteResult }>();
  async function generate(table: GenTable, conflicts: GenConflictWay = 'keep') {
    if (table.genType === '0' || (hasDetails && !options?.writes)) return archive([table]);
    const { tableName, genPath } = table;
    await write.mutateAsync({ tableName, ...(hasDetails && { conflicts }) }).then(
      // a RuoYi server returns no data
      (report: GenWriteResult | undefined) =>
        report ? setResult({ table, report }) : shellServices.notify('success', t('tool.gen.writtenPlain', { path: genPath })),
      () => undefined, // the error is already displayed
    );
  }
  const canPreview = usePermission(genTables.permission('preview'));
  const [canEdit, canGenerate] = [usePermission(genTables.permission('edit')), usePermission(genTables.permission('code'))];
  const preview = (table: GenTable) => setDialog({ kind: 'preview', table });
  const syncAll = useCall(syncGenTableByName);
  const sync = (table: GenTable) => {
    if (hasDetails) return setDialog({ kind: 'sync', table });
    const { tableName } = table;
    const title = t('tool.gen.syncAllAsk', { tableName });
    void confirm({ title, content: t('tool.gen.syncAllHint'), okText: t('tool.gen.sync') }, async () => {
      await syncAll.mutateAsync({ tableName });
      shellServices.notify('success', t('tool.gen.syncedAll', { tableName }));
    });
  };
  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <ResourcePage
        resource={genTables}
        purpose={hasDetails ? undefined : t('tool.gen.purpose.plain')}
        primary={
          <Can do={[genTables.permission('import')]}>
            <PrimaryButton icon={<Icon name="upload" />} onClick={() => setDialog({ kind: 'import' })}>
              {t('tool.gen.importTables')}
            </PrimaryButton>
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
        onOpen={(table) => canPreview && preview(table)}
        rowActions={(table) =>
          canGenerate && (
            <LinkButton disabled={write.isPending} onClick={() => void generate(table)}>
              {t('tool.gen.generate')}
            </LinkButton>
          )
        }
        moreActions={(table) => [
          { key: 'preview', label: t('tool.gen.preview'), permission: genTables.permission('preview'), onClick: () => preview(table) },
          { key: 'sync', label: t('tool.gen.sync'), permission: genTables.permission('edit'), onClick: () => sync(table) },
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
          busy={write.isPending}
          onClose={() => setResult(undefined)}
        />
      )}
    </>
  );
}
