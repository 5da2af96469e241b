import { type GenColumn, type GenTableWhole, genTables, issueMessage } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Badge, Form, Tabs } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editBody, useSave } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { refusalOf } from '../../../data/refusal.ts';
import { useSaveKey } from '../../../data/save-key.ts';
import { useEditState } from '../../../data/use-edit-state.ts';
import { useWords, wordOr } from '../../../data/words.ts';
import { FooterBar } from '../../../ui/footer-bar.tsx';
import { SaveButtons, StaleRecord, useLeaveQuestion } from '../../../ui/form-parts.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { useNarrow } from '../../../ui/viewport.ts';
import { type GenTableToEdit, useGenOptions, useRuoYiOptions, wholeOf } from './asks.ts';
import { BasicTab } from './basic-tab.tsx';
import { type ColumnFaults, ColumnGrid } from './column-grid.tsx';
import { GenerationTab } from './generation-tab.tsx';
import { genRules } from './generator-field.tsx';

type Tab = 'basic' | 'columns' | 'generation';
type Values = Record<string, unknown>;

const basic = ['tableName', 'tableComment', 'className', 'functionAuthor', 'remark'];
const optionNames = ['treeCode', 'treeParentCode', 'treeName', 'parentMenuId', 'genView'];

/** Options of a table in RuoYi's format. RuoYi stores exactly these, so options without a field are sent unchanged. */
const paramsOf = ({ options }: GenTableWhole, values: Values): Values => ({
  ...parsedOptions(options),
  ...Object.fromEntries(optionNames.flatMap((name) => (name in values ? [[name, values[name] ?? null]] : []))),
});

function parsedOptions(text: string | null): Values {
  try {
    return JSON.parse(text ?? '{}') as Values;
  } catch {
    return {};
  }
}

const tabOf = (field: string): Tab => (field === 'columns' ? 'columns' : basic.includes(field) ? 'basic' : 'generation');

/** Generator settings of one table, in three tabs that are saved together. */
export function GenForm({ tableId, current, onDone }: { tableId: number; current: boolean; onDone: () => void }) {
  const t = useWords();
  const narrow = useNarrow();
  const [form] = Form.useForm<Values>();
  const [tab, setTab] = useState<Tab>('basic');
  const [columns, setColumns] = useState<GenColumn[]>([]);
  const [faults, setFaults] = useState<ColumnFaults>({});
  const [faulty, setFaulty] = useState<readonly Tab[]>([]);
  const save = useSave(genTables);
  const maySave = usePermission(genTables.permission('edit'));
  const [own, ruoYi] = [useGenOptions(), useRuoYiOptions()];
  const options = own ?? ruoYi;
  const known = useQuery({ ...wholeOf(tableId), staleTime: 0, gcTime: 0 });
  const laid = useRef<GenTableWhole>(undefined);
  const info = known.data?.info;
  const fill = useCallback(
    ({ info, rows }: GenTableToEdit) => {
      laid.current = info;
      const { columns: _, ...fields } = info;
      const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? undefined]));
      form.setFieldsValue({ ...values, parentMenuId: Number(info.parentMenuId) || undefined });
      setColumns(rows);
    },
    [form],
  );
  const { dirty, setDirty, stale, setStale, reload } = useEditState(known, fill);
  const [ask, leaveModal] = useLeaveQuestion();
  useTabTitle(current && info ? info.tableName : undefined);

  useEffect(() => {
    if (known.data && !dirty && laid.current !== known.data.info) fill(known.data); // unsaved input stays
  }, [known.data, dirty, fill]);

  const change = (next: GenColumn[]) => {
    setColumns(next);
    setFaults({});
    setDirty(true);
  };

  const submit = async () => {
    if (!laid.current || save.isPending) return;
    const wrong = new Set<Tab>();
    const values = (await form.validateFields().catch(({ errorFields = [] }: { errorFields?: { name: (string | number)[] }[] }) => {
      for (const { name } of errorFields) wrong.add(tabOf(String(name[0])));
    })) as Values | undefined;
    const ordered = columns.map((column, index) => ({ ...column, sort: index + 1 }));
    const found = faultsOf(ordered);
    setFaults(found);
    if (Object.keys(found).length > 0) wrong.add('columns');
    setFaulty([...wrong]);
    if (!values || wrong.size > 0) {
      if (!wrong.has(tab)) setTab([...wrong][0] ?? tab);
      return hosts.tell('error', t('tool.gen.invalid'));
    }
    setStale(false);
    try {
      await save.mutateAsync({ ...editBody(genTables, laid.current, values), columns: ordered, params: paramsOf(laid.current, values) });
      setDirty(false);
      hosts.tell('success', t('kit.saved'));
      onDone();
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.problem === 'recordStale') return setStale(true);
      const field = refusal.field && refusal.field in values ? refusal.field : undefined;
      if (!field) return hosts.tell('error', refusal.msg, refusal.detail);
      setFaulty([tabOf(field)]);
      setTab(tabOf(field));
      form.setFields([{ name: field, errors: [refusal.msg] }]);
    }
  };
  useSaveKey(current && maySave, () => void submit());

  /** Validates each column with the server's rules. */
  const faultsOf = (rows: readonly GenColumn[]): ColumnFaults => {
    const parsed = genRules().input.shape.columns.safeParse(rows, { reportInput: true });
    if (parsed.success) return {};
    return Object.fromEntries(
      parsed.error.issues.map((issue) => {
        const field = String(issue.path[1]);
        const hint = wordOr(`tool.gen.${field}.hint`);
        const title = t(wordOr(`tool.gen.${field}`) ?? genTables.word());
        return [`${rows[Number(issue.path[0])]?.columnId}.${field}`, issueMessage(t, title, issue, hint && t(hint))];
      }),
    );
  };

  if (known.error && !known.data) return <Failed error={known.error} onRetry={() => void known.refetch()} back={genTables.path} />;
  const titled = (key: Tab) => (
    <Badge dot={faulty.includes(key)} offset={[6, 2]}>
      {t(`tool.gen.tab.${key}`)}
    </Badge>
  );
  return (
    <>
      <PageHeader
        title={t('shell.page.genEdit')}
        purpose={t('shell.frame.genEdit.purpose')}
        beside={info && <Mono>{info.tableName}</Mono>}
      />
      {stale && <StaleRecord onLoad={reload} />}
      <section className="card gen-card">
        {!info && <Waiting rows={8} />}
        <Form
          form={form}
          name={`tool-gen-${tableId}`}
          hidden={!info}
          {...(narrow ? { layout: 'vertical' as const } : { labelCol: { flex: '132px' }, wrapperCol: { flex: 'auto' }, labelWrap: true })}
          onValuesChange={() => setDirty(true)}
        >
          <Tabs
            activeKey={tab}
            onChange={(key) => setTab(key as Tab)}
            items={[
              { key: 'basic', label: titled('basic'), forceRender: true, children: <BasicTab /> },
              {
                key: 'columns',
                label: titled('columns'),
                children: <ColumnGrid columns={columns} faults={faults} dicts={options?.dicts ?? []} onChange={change} />,
              },
              {
                key: 'generation',
                label: titled('generation'),
                forceRender: true,
                children: <GenerationTab columns={columns} tables={known.data?.tables ?? []} options={options} />,
              },
            ]}
          />
        </Form>
      </section>
      {leaveModal}
      <FooterBar>
        {maySave && (
          <SaveButtons
            saving={save.isPending}
            ready={info !== undefined}
            onSave={() => void submit()}
            onLeave={() => (dirty ? ask(onDone) : onDone())}
          />
        )}
      </FooterBar>
    </>
  );
}
