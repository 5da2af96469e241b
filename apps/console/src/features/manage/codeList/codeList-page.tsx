import { type CodeList, codeListActs, codeListPermission, codeListStates, codeLists } from '@suyuan/contract';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { Can } from '../../../kit/permission.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { useWords } from '../../../kit/words.ts';
import { BeginDialog } from './begin-dialog.tsx';
import './codeList.css';

/** Lists that something was done to, and a way to begin another. */
export default function CodeListPage() {
  const t = useWords();
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState(false);
  return (
    <>
      <ResourcePage
        resource={codeLists}
        detail={({ codeListId }) => `/manage/codeList/${codeListId}`}
        primary={
          <Can do={[...new Set(codeListActs.map(codeListPermission))]}>
            <Button type="primary" onClick={() => setBeginning(true)}>
              {t('manage.codeList.begin')}
            </Button>
          </Can>
        }
        columns={[
          columnOf(codeLists, 'fileName'),
          columnOf(codeLists, 'act', (act) => t(`manage.codeList.act.${act}`)),
          columnOf(codeLists, 'state', (state, list) => <ListState state={state} list={list} />),
          columnOf(codeLists, 'total'),
          told('doneCount'),
          told('alreadyCount'),
          told('refusedCount'),
          columnOf(codeLists, 'dealerName'),
          columnOf(codeLists, 'createBy'),
          columnOf(codeLists, 'createTime'),
        ]}
        filters={
          <>
            <Form.Item name="act" label={t('manage.codeList.act')}>
              <Select allowClear options={codeListActs.map((value) => ({ value, label: t(`manage.codeList.act.${value}`) }))} />
            </Form.Item>
            <Form.Item name="state" label={t('manage.codeList.state')}>
              <Select allowClear options={codeListStates.map((value) => ({ value, label: t(`manage.codeList.state.${value}`) }))} />
            </Form.Item>
            <Form.Item name="fileName" label={t('manage.codeList.fileName')}>
              <Input allowClear />
            </Form.Item>
            <RangeFilter label={t('kit.createTime')} />
          </>
        }
      />
      {beginning && (
        <BeginDialog
          onClose={() => setBeginning(false)}
          onBegun={(id) => {
            setBeginning(false);
            void navigate(`/manage/codeList/${id}`);
          }}
        />
      )}
    </>
  );
}

/** A figure whose title says how it is counted. */
function told(name: 'doneCount' | 'alreadyCount' | 'refusedCount') {
  return { ...columnOf(codeLists, name), title: <Told name={name} /> };
}

function Told({ name }: { name: 'doneCount' | 'alreadyCount' | 'refusedCount' }) {
  const t = useWords();
  return <span title={t(`manage.codeList.${name}.hint`)}>{t(`manage.codeList.${name}`)}</span>;
}

function ListState({ state, list }: { state: CodeList['state']; list: CodeList }) {
  const percent = state === 'running' && list.total ? ` ${Math.floor((100 * list.done) / list.total)}%` : '';
  return (
    <>
      <CodeBadge of={codeLists} field="state" value={state} />
      {percent}
    </>
  );
}
