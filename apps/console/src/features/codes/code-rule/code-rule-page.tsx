import { type CodeForm, type CodeKind, codeRules, type InputOf, type RecordOf } from '@suyuan/contract';
import { Button, Form, Input, Radio, Select, Switch, Tooltip } from 'antd';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { CodeBadge, columnOf, FieldTitle } from '../../../ui/columns.tsx';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { CodeSample } from './code-strip.tsx';
import './code-rule.css';
import { AI21_LENGTH, type CodeShape, DEFAULT_SHAPE, MAX_CODE_LENGTH, maxDigits } from '@suyuan/codes';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RulePreview } from './rule-preview.tsx';

const FORMS = ['url', 'digitalLink', 'number'] as const satisfies readonly CodeForm[];

const presets = {
  base32: DEFAULT_SHAPE,
  decimal: { prefix: '', alphabet: 'decimal', serialDigits: 10, tagDigits: 10, checkCharacter: false },
} as const satisfies Record<string, CodeShape>;

const blankRule: Partial<InputOf<typeof codeRules>> = { kind: 'derived', ...DEFAULT_SHAPE, pinDigits: 0, form: 'url', status: '0' };

/** Form values, and server values of an existing rule. */
type RuleValues = Partial<
  CodeShape & { kind: CodeKind; form: CodeForm; codeRuleId: number; epochCount: number; issuedCount: number; batchCount: number }
>;

/** A digit count that can be previewed; 0 for any other input. */
const previewDigits = (input: unknown) => (typeof input === 'number' && Number.isInteger(input) && input > 0 ? Math.min(input, 99) : 0);

/** Rule editor: preview and odds above the fields. The shape of an existing rule is fixed. */
function RuleFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const values = (Form.useWatch([], { form, preserve: true }) ?? {}) as RuleValues;
  const { codeRuleId, epochCount = 1, issuedCount = 0, batchCount = 0, alphabet = 'base32' } = values;
  const isExisting = codeRuleId !== undefined;
  const maxLength = values.form === 'digitalLink' ? AI21_LENGTH : MAX_CODE_LENGTH;
  const shape: CodeShape = {
    prefix: values.prefix?.trim() ?? '',
    alphabet,
    serialDigits: previewDigits(values.serialDigits),
    tagDigits: previewDigits(values.tagDigits),
    checkCharacter: values.checkCharacter ?? false,
  };
  const applyPreset = (preset: CodeShape) => {
    form.setFieldsValue(preset);
    void form.validateFields(Object.keys(preset)).catch(() => undefined);
  };
  /** Reduces digit counts to the maximum of the new alphabet. */
  const limitDigits = (newAlphabet: CodeShape['alphabet']) => {
    const limit = maxDigits(newAlphabet);
    form.setFieldsValue({ serialDigits: Math.min(shape.serialDigits, limit), tagDigits: Math.min(shape.tagDigits, limit) });
  };

  const isStored = values.kind === 'stored';
  return (
    <>
      <Field of={codeRules} name="kind" extra={t(`manage.codeRule.kind.${isStored ? 'stored' : 'derived'}.hint`)}>
        <Radio.Group
          disabled={isExisting}
          optionType="button"
          options={(['derived', 'stored'] as const).map((value) => ({ value, label: t(`manage.codeRule.kind.${value}`) }))}
        />
      </Field>
      {!isStored && (
        <>
          <RulePreview shape={shape} maxLength={maxLength} epochs={epochCount} issued={issuedCount} />
          {isExisting ? (
            <p className="rule-fixed">{t('manage.codeRule.fixed')}</p>
          ) : (
            <div className="rule-presets">
              <span>{t('manage.codeRule.presets')}</span>
              {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
                <Button key={name} size="small" onClick={() => applyPreset(presets[name])}>
                  {t(`manage.codeRule.preset.${name}`)}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
      <Field of={codeRules} name="ruleName">
        <Input maxLength={50} />
      </Field>
      {!isStored && (
        <>
          <Field of={codeRules} name="alphabet">
            <Radio.Group
              disabled={isExisting}
              optionType="button"
              onChange={({ target }) => limitDigits(target.value)}
              options={(['base32', 'decimal'] as const).map((value) => ({ value, label: t(`manage.codeRule.alphabet.${value}`) }))}
            />
          </Field>
          <Field of={codeRules} name="prefix" normalize={(text: string) => text.toUpperCase()}>
            <Input className="mono-text rule-short" maxLength={4} disabled={isExisting} autoComplete="off" />
          </Field>
          <Field of={codeRules} name="serialDigits" extra={t('manage.codeRule.serialDigits.extra')}>
            <NumberField className="rule-short" min={1} max={maxDigits(alphabet)} disabled={isExisting} />
          </Field>
          <Field of={codeRules} name="tagDigits" extra={t('manage.codeRule.tagDigits.extra')}>
            <NumberField className="rule-short" min={1} max={maxDigits(alphabet)} disabled={isExisting} />
          </Field>
          <Field of={codeRules} name="checkCharacter" valuePropName="checked" extra={t('manage.codeRule.checkCharacter.extra')}>
            <Switch disabled={isExisting} />
          </Field>
          <Field of={codeRules} name="pinDigits" extra={t('manage.codeRule.pinDigits.extra')}>
            <NumberField className="rule-short" min={0} max={8} disabled={isExisting && batchCount > 0} />
          </Field>
          <Field of={codeRules} name="form">
            <Select options={FORMS.map((value) => ({ value, label: t(`manage.codeRule.form.${value}`) }))} />
          </Field>
        </>
      )}
      <Field of={codeRules} name="status">
        <Select options={(['0', '1'] as const).map((value) => ({ value, label: t(`manage.codeRule.status.${value}`) }))} />
      </Field>
      <Field of={codeRules} name="remark">
        <Input.TextArea rows={2} maxLength={500} />
      </Field>
    </>
  );
}

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
