import { batches, codes, dealers, MAX_CODE_TEXT_LENGTH, pastedTexts, products } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { filterEntries, type ListQuery, listQueryOptions, useListQuery } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { NumberRange, RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ClearableInput, useInputClear } from '../../../ui/select.tsx';
import { BatchCards } from '../shared/batch-cards.tsx';
import { codePath, useCodeCells } from './code-columns.tsx';
import { PackDialog } from './pack-dialog.tsx';
import { RecentCodes } from './recent-codes.tsx';

/** Entry to the codes: one code by its text, or the codes of a batch. The list of all has millions of rows that look alike. */
function CodeStart({ actions, allPath }: { actions: ReactNode; allPath: string }) {
  const t = useTranslations();
  const canListBatches = usePermission(batches.permission('list'));
  return (
    <Page>
      <PageHeader title={t('manage.code.title')} purpose={t('manage.code.purpose')} actions={actions} compact />
      <section className="card px-6 py-10 max-md:px-4 max-md:py-6">
        <div className="mx-auto max-w-160">
          <CodeSearch />
        </div>
      </section>
      <RecentCodes />
      {canListBatches && (
        <section className="mt-6" aria-labelledby="code-batches">
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2 id="code-batches" className="m-0! text-base/6!">
              {t('manage.code.recentBatches')}
            </h2>
            <RowLink to={allPath}>{t('manage.code.listAll')}</RowLink>
          </div>
          <BatchCards
            query={{ having: 'issued', pageSize: '8' }}
            pathOf={(batchId) => `${codes.path}?batchId=${batchId}`}
            emptyText={t('manage.code.noneYet')}
            emptyAction={<RowLink to={batches.path}>{t('manage.code.toBatches')}</RowLink>}
          />
        </section>
      )}
      {!canListBatches && (
        <p className="mt-4">
          <RowLink to={allPath}>{t('manage.code.listAll')}</RowLink>
        </p>
      )}
    </Page>
  );
}

/** Opens the page of a code, or explains next to the input why there is none. A batch number leads to the codes of the batch. */
function CodeSearch() {
  const t = useTranslations();
  const navigate = useNavigate();
  const client = useQueryClient();
  const canOpen = usePermission(codes.permission('query'));
  const [text, setText] = useState('');
  const canListBatches = usePermission(batches.permission('list'));
  const [error, setError] = useState<ReactNode>();
  const [searching, setSearching] = useState(false);
  const findBatch = async (batchNo: string) => {
    const options = { ...listQueryOptions(batches, { batchNo, pageSize: '1' }), meta: { ownErrors: true } };
    // the refusal of the code remains if this fails
    const page = await client.fetchQuery(options).catch(() => undefined);
    return page?.rows.find((batch) => batch.batchNo.toLowerCase() === batchNo.toLowerCase());
  };
  const search = async () => {
    const code = text.trim();
    if (!code) return setError(t('manage.code.searchNeeded'));
    setSearching(true);
    try {
      const query = { code, pageSize: '1' };
      const { rows } = await client.fetchQuery({ ...listQueryOptions(codes, query), meta: { ownErrors: true } });
      const [found] = rows;
      void navigate(found && canOpen ? codePath(found) : `${codes.path}?${new URLSearchParams({ code })}`);
    } catch (reason) {
      const apiError = asApiError(reason);
      if (!apiError) throw reason;
      const batch = canListBatches ? await findBatch(code) : undefined;
      setError(batch ? <BatchHint {...batch} /> : apiError.msg);
    } finally {
      setSearching(false);
    }
  };
  return (
    <search>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <ClearableInput
          size="large"
          className="mono-text"
          autoFocus
          maxLength={MAX_CODE_TEXT_LENGTH}
          prefix={<Icon name="scan" className="text-muted" />}
          placeholder={t('manage.code.searchOne')}
          aria-label={t('manage.code.searchOne')}
          aria-invalid={error !== undefined}
          aria-describedby="code-search-note"
          {...(error && { status: 'error' as const })}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
        />
        <Button type="primary" size="large" htmlType="submit" loading={searching}>
          {t('manage.code.find')}
        </Button>
      </form>
      <p id="code-search-note" role="status" className={`mt-2 mb-0 text-xs/5 ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? t('manage.code.searchHint')}
      </p>
    </search>
  );
}

function BatchHint({ batchId, batchNo }: { batchId: number; batchNo: string }) {
  const t = useTranslations();
  return (
    <>
      {t('manage.code.isBatch', { batchNo })} <RowLink to={`${codes.path}?batchId=${batchId}`}>{t('manage.code.ofBatch')}</RowLink>
    </>
  );
}

/** Parameter of the URL that opens the list without a filter. */
const VIEW = 'view';
const ALL_PATH = `${codes.path}?${VIEW}=list`;

/** Codes of every batch unless a filter is set. */
function ListScope({ query }: { query: ListQuery }) {
  const t = useTranslations();
  const filters = filterEntries(query).filter(([name]) => name !== VIEW);
  if (filters.length === 0) return t('manage.code.listed.all');
  if (!query.batchId) return t('manage.code.listed.filtered');
  return (
    <>
      {t(filters.length > 1 ? 'manage.code.listed.ofBatchFiltered' : 'manage.code.listed.ofBatch')}{' '}
      <span className="mono-text">
        <RecordName of={batches} field="batchNo" id={query.batchId} />
      </span>
    </>
  );
}

/** A search for one code and the recent batches; with filters or on request, the list: latest issue first. */
export default function CodePage() {
  const t = useTranslations();
  const inputClear = useInputClear();
  const [query] = useListQuery();
  const [packing, setPacking] = useState(false);
  const cells = useCodeCells();
  const codeInput = (placeholder: string) => (
    <ClearableInput className="mono-text" maxLength={MAX_CODE_TEXT_LENGTH} placeholder={placeholder} />
  );
  const isSearch = filterEntries(query).length === 0;
  const packButton = (
    <Can do={[codes.permission('pack')]}>
      <Button type={isSearch ? 'default' : 'primary'} onClick={() => setPacking(true)}>
        {t('manage.code.pack')}
      </Button>
    </Can>
  );
  const packDialog = packing && <PackDialog onClose={() => setPacking(false)} />;
  if (isSearch)
    return (
      <>
        <CodeStart actions={packButton} allPath={ALL_PATH} />
        {packDialog}
      </>
    );
  return (
    <>
      <ResourcePage
        resource={codes}
        purpose={
          <>
            {t('manage.code.purpose')} · <ListScope query={query} />
          </>
        }
        primary={packButton}
        emptyText={t('manage.code.noneYet')}
        rowKey={({ batchId, level, ordinal }) => `${batchId}/${level}/${ordinal}`}
        cells={cells}
        filterControls={{
          code: codeInput(t('manage.code.search')),
          batchId: <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />,
          categoryId: <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />,
          holderId: <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />,
          parent: codeInput(t('manage.code.pack.container.hint')),
          sessionsFrom: <NumberRange label={t('manage.code.sessions')} from="sessionsFrom" to="sessionsTo" />,
          created: <RangeFilter label={t('manage.code.firstTime')} />,
          codes: (
            <Form.Item name="codes" label={t('manage.code.codes')} extra={t('manage.code.codesHint')}>
              <Input.TextArea className="mono-text" rows={2} maxLength={12_000} allowClear={inputClear} />
            </Form.Item>
          ),
          ordinalFrom: <NumberRange label={t('manage.code.ordinal')} from="ordinalFrom" to="ordinalTo" min={1} />,
        }}
        filterText={{
          batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
          categoryId: (id) => <RecordName of={products} field="categoryName" id={id} />,
          holderId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
          codes: (list) => t('manage.code.codesCount', { count: pastedTexts(list).length }),
        }}
      />
      {packDialog}
    </>
  );
}
