import { blacklists, blockKinds, codes, scanCases } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { columnOf } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Field } from '../../../ui/field.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';

const none = <span className="none">—</span>;

export default function BlacklistPage() {
  const t = useTranslations();
  const [canOpenCode, canOpenCase] = [usePermission(codes.permission('query')), usePermission(scanCases.permission('read'))];
  const kinds = blockKinds.map((value) => ({ value, label: t(blacklists.word(`kind.${value}`)) }));
  return (
    <ResourcePage
      resource={blacklists}
      blank={{ kind: 'code' }}
      columns={[
        columnOf(blacklists, 'target', (target, { kind }) => (
          <CopyableText grouped={kind === 'code'} copyable={false}>
            {target}
          </CopyableText>
        )),
        columnOf(blacklists, 'kind', (kind) => t(blacklists.word(`kind.${kind}`))),
        columnOf(blacklists, 'reason'),
        columnOf(blacklists, 'batchNo', (batchNo, { batchId, ordinal }) => {
          if (!batchNo) return none;
          const text = <CopyableText copyable={false}>{`${batchNo} · ${ordinal}`}</CopyableText>;
          return canOpenCode ? <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{text}</RowLink> : text;
        }),
        columnOf(blacklists, 'caseId', (caseId) => {
          if (!caseId) return none;
          return canOpenCase ? (
            <RowLink to={`${scanCases.path}/${caseId}`}>{t('manage.codeCase.number', { id: String(caseId) })}</RowLink>
          ) : (
            caseId
          );
        }),
        columnOf(blacklists, 'createBy', (createBy) => createBy ?? t('manage.blacklist.auto')),
        columnOf(blacklists, 'createTime'),
      ]}
      filters={
        <>
          <Form.Item name="kind" label={t('manage.blacklist.kind')}>
            <Select options={kinds} allowClear />
          </Form.Item>
          <Form.Item name="target" label={t('manage.blacklist.target')}>
            <Input className="mono-text" allowClear maxLength={200} />
          </Form.Item>
          <RangeFilter label={t('manage.blacklist.createTime')} />
        </>
      }
      form={
        <>
          <Field of={blacklists} name="kind">
            <Select options={kinds} />
          </Field>
          <Form.Item noStyle dependencies={['kind']}>
            {({ getFieldValue }) => (
              <Field of={blacklists} name="target" extra={t(blacklists.word(`target.${getFieldValue('kind') ?? 'code'}`))}>
                <Input className="mono-text" autoComplete="off" />
              </Field>
            )}
          </Form.Item>
          <Field of={blacklists} name="reason">
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Field>
        </>
      }
    />
  );
}
