import { type GenColumn, type GenTableAnswer, type GenTableWhole, genTable, genTables, type Translate } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Form, Tabs } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { editBody, endpointQueryOptions, useSave } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { nullsToUndefined, useEditState, useSaveShortcut } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { leaveForm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { FooterBar, SaveButtons, StaleRecord, usePageFormLayout } from '../../../ui/form-parts.tsx';
import { Page, PageHeader, useLeavePage, useTabTitle } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type ColumnFaults, ColumnGrid } from './column-grid.tsx';
import { useGenOptions } from './generator-options.ts';
import { BasicTab, GenerationTab, generatorResource } from './generator-tabs.tsx';
import { settingIssueText } from './setting-issue-text.ts';

type Tab = 'basic' | 'columns' | 'generation';
type Values = Record<string, unknown>;

const basicFields = ['tableName', 'tableComment', 'className', 'functionAuthor', 'remark'];
const optionNames = ['treeCode', 'treeParentCode', 'treeName', 'parentMenuId', 'genView'];

/** Options of a table in RuoYi's format. RuoYi stores exactly these, so options without a field are sent unchanged. */
const paramsOf = ({ options }: GenTableWhole, values: Values): Values => ({
  ...(JSON.parse(options || '{}') as Values),
  ...Object.fromEntries(optionNames.flatMap((name) => (name in values ? [[name, values[name] ?? null]] : []))),
});

const tabOf = (field: string): Tab => (field === 'columns' ? 'columns' : basicFields.includes(field) ? 'basic' : 'generation');

/** Validates each column with the server's rules. */
function faultsOf(t: Translate, rows: readonly GenColumn[]): ColumnFaults {
  const { error } = generatorResource().input.shape.columns.safeParse(rows, { reportInput: true });
  const found: ColumnFaults = {};
  for (const issue of error?.issues ?? []) {
    const [index, field] = issue.path;
    const row = rows[Number(index)];
    if (row) found[row.columnId] = { ...found[row.columnId], [String(field)]: settingIssueText(t, issue) };
  }
  return found;
}

function Title({ tableName }: { tableName?: string | undefined }) {
  const t = useTranslations();
  const titleExtra = tableName && <CopyableText>{tableName}</CopyableText>;
  return <PageHeader title={t('shell.page.genEdit')} purpose={t('shell.frame.genEdit.purpose')} titleExtra={titleExtra} />;
}

/** Generator settings of one table, in three tabs that are saved together. */
function GeneratorForm({ tableId, current, onDone }: { tableId: number; current: boolean; onDone: () => void }) {
  const t = useTranslations();
  const layout = usePageFormLayout();
  const [form] = Form.useForm<Values>();
  const [tab, setTab] = useState<Tab>('basic');
  const [columns, setColumns] = useState<GenColumn[]>([]);
  const [faults, setFaults] = useState<ColumnFaults>({});
  const [tabsWithFaults, setTabsWithFaults] = useState<readonly Tab[]>([]);
  const save = useSave(genTables);
  const canSave = usePermission(genTables.permission('edit'));
  const options = useGenOptions();
  const tableQuery = useQuery({ ...endpointQueryOptions(genTable, { id: tableId }), staleTime: 0, gcTime: 0 });
  const filledInfo = useRef<GenTableWhole>(undefined);
  const info = tableQuery.data?.info;
  const fill = useCallback(
    ({ info, rows }: GenTableAnswer) => {
      filledInfo.current = info;
      const { columns: _, ...fields } = info;
      form.setFieldsValue({ ...nullsToUndefined(fields), parentMenuId: Number(info.parentMenuId) || undefined });
      setColumns(rows);
    },
    [form],
  );
  const { dirty, setDirty, stale, setStale, reload } = useEditState(tableQuery, fill);
  useTabTitle(current ? (tableQuery.error && !info ? '' : info?.tableName) : undefined);

  useEffect(() => {
    if (tableQuery.data && !dirty && filledInfo.current !== tableQuery.data.info) fill(tableQuery.data); // unsaved input stays
  }, [tableQuery.data, dirty, fill]);

  const change = (next: GenColumn[]) => {
    setColumns(next);
    setFaults({});
    setDirty(true);
  };

  const submit = async () => {
    if (!filledInfo.current || save.isPending) return;
    const invalidTabs = new Set<Tab>();
    const values = (await form.validateFields().catch(({ errorFields = [] }: { errorFields?: { name: (string | number)[] }[] }) => {
      for (const { name } of errorFields) invalidTabs.add(tabOf(String(name[0])));
    })) as Values | undefined;
    const ordered = columns.map((column, index) => ({ ...column, sort: index + 1 }));
    const columnFaults = faultsOf(t, ordered);
    setFaults(columnFaults);
    if (Object.keys(columnFaults).length > 0) invalidTabs.add('columns');
    setTabsWithFaults([...invalidTabs]);
    if (!values || invalidTabs.size > 0) {
      if (!invalidTabs.has(tab)) setTab([...invalidTabs][0] ?? tab);
      return shellServices.notify('error', t('tool.gen.invalid'));
    }
    setStale(false);
    try {
      await save.mutateAsync({
        ...editBody(genTables, filledInfo.current, values),
        columns: ordered,
        params: paramsOf(filledInfo.current, values),
      });
      setDirty(false);
      shellServices.notify('success', t('kit.saved'));
      onDone();
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      if (apiError.problem === 'recordStale') return setStale(true);
      const field = apiError.field && apiError.field in values ? apiError.field : undefined;
      if (!field) return shellServices.notify('error', apiError.msg, apiError.detail);
      setTabsWithFaults([tabOf(field)]);
      setTab(tabOf(field));
      form.setFields([{ name: field, errors: [apiError.msg] }]);
    }
  };
  useSaveShortcut(current && canSave, () => void submit());

  if (tableQuery.error && !tableQuery.data)
    return <ErrorState error={tableQuery.error} onRetry={() => void tableQuery.refetch()} listHref={genTables.path} />;
  const tabItem = (key: Tab, children: ReactNode) => ({
    key,
    label: (
      <Badge dot={tabsWithFaults.includes(key)} offset={[6, 2]}>
        {t(`tool.gen.tab.${key}`)}
      </Badge>
    ),
    forceRender: key !== 'columns',
    children,
  });
  return (
    <>
      <Title tableName={info?.tableName} />
      {stale && <StaleRecord onLoad={reload} />}
      <section className="card px-6 pt-1 pb-6 max-md:px-4">
        {!info && <LoadingState rows={8} />}
        <Form form={form} name={`tool-gen-${tableId}`} hidden={!info} {...layout} onValuesChange={() => setDirty(true)}>
          <Tabs
            activeKey={tab}
            styles={{ header: { marginBottom: 24 } }}
            onChange={(key) => setTab(key as Tab)}
            items={[
              tabItem('basic', <BasicTab />),
              tabItem('columns', <ColumnGrid columns={columns} faults={faults} dicts={options?.dicts ?? []} onChange={change} />),
              tabItem('generation', <GenerationTab columns={columns} tables={tableQuery.data?.tables ?? []} options={options} />),
            ]}
          />
        </Form>
      </section>
      <FooterBar>
        {canSave && (
          <SaveButtons
            saving={save.isPending}
            ready={info !== undefined}
            onSave={() => void submit()}
            onLeave={() => void leaveForm(dirty, onDone)}
          />
        )}
      </FooterBar>
    </>
  );
}

/** `/gen/edit?tableId=7`. Input for one table survives while another one is open. */
export default function GeneratorEditPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const leavePage = useLeavePage();
  const [search] = useSearchParams();
  const tableIdParam = search.get('tableId');
  const current = tableIdParam && /^\d{1,15}$/.test(tableIdParam) ? Number(tableIdParam) : undefined;
  const [openTables, setOpenTables] = useState<number[]>(current ? [current] : []);
  if (current !== undefined && !openTables.includes(current)) setOpenTables([...openTables, current]);
  return (
    <Page>
      {current === undefined && (
        <>
          <Title />
          <section className="card">
            <EmptyState text={t('shell.frame.genEdit.none')}>
              <Button type="primary" onClick={() => void navigate('/tool/gen')}>
                {t('shell.frame.genEdit.choose')}
              </Button>
            </EmptyState>
          </section>
        </>
      )}
      {openTables.map((tableId) => (
        <div key={tableId} hidden={tableId !== current}>
          <GeneratorForm
            tableId={tableId}
            current={tableId === current}
            onDone={() => {
              setOpenTables(openTables.filter((other) => other !== tableId));
              // other tables may have input
              if (openTables.length > 1) void navigate('/tool/gen');
              else leavePage('/tool/gen');
            }}
          />
        </div>
      ))}
    </Page>
  );
}
