import { codeRules, type RecordOf } from '@suyuan/contract';
import { Form, Input, Select, Tooltip } from 'antd';
import { currentLanguage, useTranslations } from '../../../data/words.ts';
import { CodeBadge, columnOf, FieldTitle } from '../../../ui/columns.tsx';
import { groupDigits, shortNumber } from '../../../ui/numbers.ts';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { CodeSample } from './code-strip.tsx';
import { blankRule, RuleFields } from './rule-fields.tsx';
import './code-rule.css';

/** Sample code of a rule. Foreign codes have no fixed shape. */
function RuleSample({ rule: { alphabet, serialDigits, tagDigits, prefix, checkCharacter } }: { rule: RecordOf<typeof codeRules> }) {
  const t = useTranslations();
  if (alphabet === null || serialDigits === null || tagDigits === null)
    return <span className="none">{t('manage.codeRule.foreignSample')}</span>;
  return <CodeSample shape={{ alphabet, serialDigits, tagDigits, prefix, checkCharacter }} />;
}

/** Share of a rule's code space that is used; the tooltip has exact numbers. */
function Usage({ rule: { issuedCount, leftCount, kind } }: { rule: RecordOf<typeof codeRules> }) {
  const t = useTranslations();
  if (kind === 'stored') return <span className="numeral">{groupDigits(issuedCount)}</span>;
  const share = issuedCount / (issuedCount + leftCount);
  const compact = (value: number) => shortNumber(value, currentLanguage());
  return (
    <Tooltip title={t('manage.codeRule.usage', { issued: groupDigits(issuedCount), left: groupDigits(leftCount) })}>
      <span className="rule-usage">
        <span className="numeral">{t('manage.codeRule.usageShort', { issued: compact(issuedCount), left: compact(leftCount) })}</span>
        <span className="usage-bar" aria-hidden="true">
          <i style={{ width: `${share * 100}%`, minWidth: issuedCount > 0 ? 2 : 0 }} />
        </span>
      </span>
    </Tooltip>
  );
}

export default function CodeRulePage() {
  const t = useTranslations();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.codeRule.status.${value}`) }));
  const kinds = (['derived', 'stored'] as const).map((value) => ({ value, label: t(`manage.codeRule.kind.${value}`) }));
  const alphabets = (['base32', 'decimal'] as const).map((value) => ({ value, label: t(`manage.codeRule.alphabet.${value}`) }));
  return (
    <ResourcePage
      resource={codeRules}
      blank={blankRule}
      protectionOf={({ batchCount }) => batchCount > 0 && 'kept'}
      columns={[
        columnOf(codeRules, 'ruleName'),
        columnOf(codeRules, 'status', (status) => <CodeBadge of={codeRules} field="status" value={status} />),
        { key: 'sample', title: <FieldTitle of={codeRules} name="sample" />, render: (_, rule) => <RuleSample rule={rule} /> },
        columnOf(codeRules, 'length', (length) => length || <span className="none">—</span>),
        columnOf(codeRules, 'form', (form) => t(`manage.codeRule.form.${form ?? 'url'}`)),
        columnOf(codeRules, 'issuedCount', (_, rule) => <Usage rule={rule} />),
        columnOf(codeRules, 'epochCount'),
        columnOf(codeRules, 'batchCount'),
        columnOf(codeRules, 'createTime'),
      ]}
      hiddenAtFirst={['createTime']}
      filters={
        <>
          <Form.Item name="ruleName" label={t('manage.codeRule.ruleName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="kind" label={t('manage.codeRule.kind')}>
            <Select options={kinds} allowClear />
          </Form.Item>
          <Form.Item name="alphabet" label={t('manage.codeRule.alphabet')}>
            <Select options={alphabets} allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('common.field.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
        </>
      }
      form={<RuleFields />}
    />
  );
}
