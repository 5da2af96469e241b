import { type BulkAction, bulkActionKinds, bulkActionPermission, bulkActionStates, bulkActions } from '@suyuan/contract';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { StartBulkActionDialog } from './start-bulk-action-dialog.tsx';
import './bulk-action.css';

export default function BulkActionPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  return (
    <>
      <ResourcePage
        resource={bulkActions}
        detail={({ codeListId }) => `/manage/codeList/${codeListId}`}
        primary={
          <Can do={[...new Set(bulkActionKinds.map(bulkActionPermission))]}>
            <Button type="primary" onClick={() => setStarting(true)}>
              {t('manage.codeList.begin')}
            </Button>
          </Can>
        }
        columns={[
          columnOf(bulkActions, 'fileName'),
          columnOf(bulkActions, 'act', (act) => t(`manage.codeList.act.${act}`)),
          columnOf(bulkActions, 'state', (state, action) => <StateCell state={state} action={action} />),
          columnOf(bulkActions, 'total'),
          countColumn('doneCount'),
          countColumn('alreadyCount'),
          countColumn('refusedCount'),
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
      {isStarting && (
        <StartBulkActionDialog
          onClose={() => setStarting(false)}
          onStarted={(id) => {
            setStarting(false);
            void navigate(`/manage/codeList/${id}`);
          }}
        />
      )}
    </>
  );
}

function countColumn(name: 'doneCount' | 'alreadyCount' | 'refusedCount') {
  return { ...columnOf(bulkActions, name), title: <CountTitle name={name} /> };
}

function CountTitle({ name }: { name: 'doneCount' | 'alreadyCount' | 'refusedCount' }) {
  const t = useTranslations();
  return <span title={t(`manage.codeList.${name}.hint`)}>{t(`manage.codeList.${name}`)}</span>;
}

function StateCell({ state, action }: { state: BulkAction['state']; action: BulkAction }) {
  const percent = state === 'running' && action.total ? ` ${Math.floor((100 * action.done) / action.total)}%` : '';
  return (
    <>
      <CodeBadge of={bulkActions} field="state" value={state} />
      {percent}
    </>
  );
}
