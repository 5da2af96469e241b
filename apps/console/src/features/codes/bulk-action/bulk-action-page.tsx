import { type BulkAction, type BulkActionKind, batches, bulkActionKinds, bulkActionPermission, bulkActions } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { filterEntries, listQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermissions } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { PrimaryButton } from '../../../ui/list-tools.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { StartBulkActionDialog } from './start-bulk-action-dialog.tsx';

export default function BulkActionPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const withHint = (name: 'doneCount' | 'alreadyCount' | 'refusedCount') => ({
    title: <span title={t(`manage.codeList.${name}.hint`)}>{t(`manage.codeList.${name}`)}</span>,
  });
  const [starting, setStarting] = useState<{ act?: BulkActionKind }>();
  const [query] = useListQuery();
  const list = useQuery({ ...listQueryOptions(bulkActions, query), meta: { ownErrors: true } });
  const isFirst = list.data?.total === 0 && filterEntries(query).length === 0;
  return (
    <>
      <ResourcePage
        resource={bulkActions}
        detail={({ codeListId }) => `/manage/codeList/${codeListId}`}
        primary={
          <Can do={[...new Set(bulkActionKinds.map(bulkActionPermission))]}>
            <PrimaryButton onClick={() => setStarting({})}>{t('manage.codeList.begin')}</PrimaryButton>
          </Can>
        }
        {...(isFirst && { body: <ActionCards onStart={(act) => setStarting({ act })} /> })}
        cells={{
          state: (_, action) => <StateCell action={action} />,
          doneCount: withHint('doneCount'),
          alreadyCount: withHint('alreadyCount'),
          refusedCount: withHint('refusedCount'),
        }}
      />
      {starting && (
        <StartBulkActionDialog
          {...(starting.act && { initialAct: starting.act })}
          onClose={(startedId) => {
            setStarting(undefined);
            if (startedId !== undefined) void navigate(`/manage/codeList/${startedId}`);
          }}
        />
      )}
    </>
  );
}

/** In place of an empty list: what can be done, each with its effect. */
function ActionCards({ onStart }: { onStart: (act: BulkActionKind) => void }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  return (
    <div className="pb-6">
      <p className="mt-1 mb-0">{t('manage.codeList.about')}</p>
      <p className="mt-0 mb-4 text-muted">
        {t('manage.codeList.choose')} {t('manage.codeList.wholeBatch')}{' '}
        <Can do={[batches.permission('list')]}>
          <RowLink to={batches.path}>{t('manage.codeList.toBatches')}</RowLink>
        </Can>
      </p>
      <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-3 p-0">
        {bulkActionKinds
          .filter((act) => hasPermi(bulkActionPermission(act)))
          .map((act) => (
            <li key={act}>
              <button
                type="button"
                className="flex size-full cursor-pointer flex-col rounded border border-solid border-line bg-transparent px-4 py-3 text-left font-[inherit] hover:border-primary-line hover:bg-hover"
                onClick={() => onStart(act)}
              >
                <strong className="block font-medium">{t(`manage.codeList.act.${act}`)}</strong>
                <span className="text-xs/5 text-muted">{t(`manage.codeList.act.${act}.hint`)}</span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}

function StateCell({ action: { state, total, done } }: { action: BulkAction }) {
  const percent = state === 'running' && total ? ` ${Math.floor((100 * done) / total)}%` : '';
  return (
    <>
      <CodeBadge of={bulkActions} field="state" value={state} />
      {percent}
    </>
  );
}
