import { type BulkAction, bulkActionKinds, bulkActionPermission, bulkActionStates, bulkActions } from '@suyuan/contract';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { BeginDialog } from './begin-dialog.tsx';
import './bulk-action.css';

export default function BulkActionPage() {
  const t = useWords();
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState(false);
  return (
    <>
      <ResourcePage
        resource={bulkActions}
        detail={({ codeListId }) => `/manage/codeList/${codeListId}`}
        primary={
          <Can do={[...new Set(bulkActionKinds.map(bulkActionPermission))]}>
            <Button type="primary" onClick={() => setBeginning(true)}>
              {t('manage.codeList.begin')}
            </Button>
          </Can>
        }
        columns={[
          columnOf(bulkActions, 'fileName'),
          columnOf(bulkActions, 'act', (act) => t(`manage.codeList.act.${act}`)),
          columnOf(bulkActions, 'state', (state, list) => <ListState state={state} list={list} />),
          columnOf(bulkActions, 'total'),
          told('doneCount'),
          told('alreadyCount'),
          told('refusedCount'),
          columnOf(bulkActions, 'dealerName'),
          columnOf(bulkActions, 'createBy'),
          columnOf(bulkActions, 'createTime'),
        ]}
        filters={
          <>
            <Form.Item name="act" label={t('manage.codeList.act')}>
              <Select allowClear options={bulkActionKinds.map((value) => ({ value, label: t(`manage.codeList.act.${value}`) }))} />
            </Form.Item>
            <Form.Item name="state" label={t('common.field.state')}>
              <Select allowClear options={bulkActionStates.map((value) => ({ value, label: t(`manage.codeList.state.${value}`) }))} />
            </Form.Item>
            <Form.Item name="fileName" label={t('manage.codeList.fileName')}>
              <Input allowClear />
            </Form.Item>
            <RangeFilter label={t('common.field.createTime')} />
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

function told(name: 'doneCount' | 'alreadyCount' | 'refusedCount') {
  return { ...columnOf(bulkActions, name), title: <CachedSession name={name} /> };
}

function CachedSession({ name }: { name: 'doneCount' | 'alreadyCount' | 'refusedCount' }) {
  const t = useWords();
  return <span title={t(`manage.codeList.${name}.hint`)}>{t(`manage.codeList.${name}`)}</span>;
}

function ListState({ state, list }: { state: BulkAction['state']; list: BulkAction }) {
  const percent = state === 'running' && list.total ? ` ${Math.floor((100 * list.done) / list.total)}%` : '';
  return (
    <>
      <CodeBadge of={bulkActions} field="state" value={state} />
      {percent}
    </>
  );
}
