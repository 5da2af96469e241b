import { type TraceStep, traceTemplates } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { useTabTitle } from '../../../ui/page-header.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TraceNav, templatePath } from './trace-display.tsx';

export default function TemplatesPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  useTabTitle(t('manage.traceTemplate.title'));
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.traceTemplate.status.${value}`) }));
  return (
    <>
      <TraceNav current="templates" />
      <ResourcePage
        resource={traceTemplates}
        formPath={(record) => templatePath(record?.templateId ?? 'new')}
        detail={({ templateId }) => templatePath(templateId)}
        columns={[
          columnOf(traceTemplates, 'templateName'),
          columnOf(traceTemplates, 'status', (status) => <CodeBadge of={traceTemplates} field="status" value={status} />),
          columnOf(traceTemplates, 'steps', (steps: TraceStep[]) => steps.map(({ stepName }) => stepName).join(' → ')),
          columnOf(traceTemplates, 'categoryCount'),
          columnOf(traceTemplates, 'recordCount'),
          columnOf(traceTemplates, 'createTime'),
        ]}
        filters={
          <>
            <Form.Item name="templateName" label={t('manage.traceTemplate.templateName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="status" label={t('common.field.status')}>
              <Select options={statuses} allowClear />
            </Form.Item>
          </>
        }
        moreActions={({ templateId }) => [
          {
            key: 'copy',
            label: t('manage.traceTemplate.copy'),
            permission: traceTemplates.permission('add'),
            onClick: () => void navigate(`${templatePath('new')}?copy=${templateId}`),
          },
        ]}
      />
    </>
  );
}
