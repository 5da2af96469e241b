import { blacklists, codes, scanCases } from '@suyuan/contract';
import { Form } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { FormField } from '../../../ui/field-kinds.tsx';
import { ordinalText } from '../../../ui/number-format.ts';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import { caseNumber } from '../shared/case-number.ts';

const none = <span className="text-muted">—</span>;

export default function BlacklistPage() {
  const t = useTranslations();
  const [canOpenCode, canOpenCase] = [usePermission(codes.permission('query')), usePermission(scanCases.permission('read'))];
  return (
    <ResourcePage
      resource={blacklists}
      cells={{
        target: (target, { kind }) => (
          <CopyableText grouped={kind === 'code'} copyable={false}>
            {target}
          </CopyableText>
        ),
        batchNo(batchNo, { batchId, ordinal }) {
          if (!batchNo) return none;
          const text = (
            <CopyableText copyable={false}>
              {[batchNo, ordinal === null ? '' : ordinalText(ordinal)].filter(Boolean).join(' · ')}
            </CopyableText>
          );
          return canOpenCode ? <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{text}</RowLink> : text;
        },
        caseId(caseId) {
          if (!caseId) return none;
          return canOpenCase ? (
            <RowLink to={`${scanCases.path}/${caseId}`}>{t('manage.codeCase.number', caseNumber(caseId))}</RowLink>
          ) : (
            caseId
          );
        },
        createBy: (createBy) => (createBy ? <UserName login={createBy} /> : t('manage.blacklist.auto')),
      }}
      form={
        <>
          <FormField of={blacklists} name="kind" />
          <Form.Item noStyle dependencies={['kind']}>
            {({ getFieldValue }) => (
              <FormField of={blacklists} name="target" extra={t(blacklists.word(`target.${getFieldValue('kind') ?? 'code'}`))} />
            )}
          </Form.Item>
          <FormField of={blacklists} name="reason" inputProps={{ showCount: true }} />
        </>
      }
    />
  );
}
