import { AI21_LENGTH, type CodeShape, DEFAULT_SHAPE, MAX_CODE_LENGTH, maxDigits } from '@suyuan/codes';
import { type CodeForm, type CodeKind, codeRules, type RecordOf } from '@suyuan/contract';
import { Button, Form, type RadioChangeEvent, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { FieldTitle } from '../../../ui/columns.tsx';
import { FormField, FormFields } from '../../../ui/field-kinds.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { cardNumber, groupDigits } from '../../../ui/number-format.ts';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { CodeSample } from './code-strip.tsx';
import { RulePreview } from './rule-preview.tsx';

const presets = {
  base32: DEFAULT_SHAPE,
  decimal: { prefix: '', alphabet: 'decimal', serialDigits: 10, tagDigits: 10, checkCharacter: false },
} as const satisfies Record<string, CodeShape>;

type Rule = RecordOf<typeof codeRules>;

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
  const digits = (name: 'serialDigits' | 'tagDigits') => ({
    extra: t(`manage.codeRule.${name}.extra`),
    inputProps: { className: 'w-30!', max: maxDigits(alphabet), disabled: isExisting },
  });
  return (
    <FormFields
      of={codeRules}
      fieldProps={{
        kind: (
          <KindField isStored={isStored} isExisting={isExisting}>
            <RulePreview shape={shape} maxLength={maxLength} epochs={epochCount} issued={issuedCount} />
            {isExisting ? (
              <p className="mt-0 mb-5 text-muted">{t('manage.codeRule.fixed')}</p>
            ) : (
              <div className="mb-5 flex flex-wrap items-center gap-2">
                <span className="text-muted">{t('manage.codeRule.presets')}</span>
                {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
                  <Button key={name} size="small" onClick={() => applyPreset(presets[name])}>
                    {t(`manage.codeRule.preset.${name}`)}
                  </Button>
                ))}
              </div>
            )}
          </KindField>
        ),
        alphabet: !isStored && {
          radio: true,
          inputProps: {
            disabled: isExisting,
            optionType: 'button',
            onChange: ({ target }: RadioChangeEvent) => limitDigits(target.value),
          },
        },
        prefix: !isStored && {
          normalize: (text: string) => text.toUpperCase(),
          inputProps: { className: 'mono-text w-30!', disabled: isExisting, autoComplete: 'off' },
        },
        serialDigits: !isStored && digits('serialDigits'),
        tagDigits: !isStored && digits('tagDigits'),
        checkCharacter: !isStored && { extra: t('manage.codeRule.checkCharacter.extra'), inputProps: { disabled: isExisting } },
        pinDigits: !isStored && {
          extra: t('manage.codeRule.pinDigits.extra'),
          inputProps: { className: 'w-30!', disabled: isExisting && batchCount > 0 },
        },
        form: !isStored && {},
      }}
    />
  );
}

interface KindFieldProps {
  isStored: boolean;
  isExisting: boolean;
  /** Preview of a derived code. */
  children: ReactNode;
}

function KindField({ isStored, isExisting, children }: KindFieldProps) {
  const t = useTranslations();
  return (
    <>
      <FormField
        of={codeRules}
        name="kind"
        extra={t(`manage.codeRule.kind.${isStored ? 'stored' : 'derived'}.hint`)}
        radio
        inputProps={{ disabled: isExisting, optionType: 'button' }}
      />
      {!isStored && children}
    </>
  );
}

/** Sample code of a rule. Foreign codes have no fixed shape. */
function RuleSample({ rule: { alphabet, serialDigits, tagDigits, prefix, checkCharacter } }: { rule: Rule }) {
  const t = useTranslations();
  if (alphabet === null || serialDigits === null || tagDigits === null)
    return <span className="text-muted">{t('manage.codeRule.foreignSample')}</span>;
  return <CodeSample shape={{ alphabet, serialDigits, tagDigits, prefix, checkCharacter }} />;
}

/** Share from which a bar shows more than a dot. */
const MIN_BAR_SHARE = 0.02;

/** Share of a rule's code space that is used, as a bar or else in words; the tooltip has exact numbers. */
function Usage({ rule: { issuedCount, leftCount, kind } }: { rule: Rule }) {
  const t = useTranslations();
  if (kind === 'stored') return <span className="tabular-nums">{groupDigits(issuedCount)}</span>;
  const total = issuedCount + leftCount;
  const share = issuedCount / total;
  return (
    <Tooltip title={t('manage.codeRule.usage', { issued: groupDigits(issuedCount), left: groupDigits(leftCount) })}>
      <span className="inline-flex min-w-32 flex-col items-end gap-1 [[data-facts]_&]:items-start">
        <span className="tabular-nums">
          {t('manage.codeRule.usageShort', { issued: groupDigits(issuedCount), left: cardNumber(leftCount, currentLanguage()) })}
        </span>
        {share < MIN_BAR_SHARE ? (
          <span className="text-xs/5 text-muted tabular-nums">{formatShare(issuedCount, total)}</span>
        ) : (
          <span className="h-1 w-full rounded-xs bg-track" aria-hidden="true">
            <i className="block h-1 rounded-xs bg-primary" style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </span>
    </Tooltip>
  );
}

export default function CodeRulePage() {
  return (
    <ResourcePage
      resource={codeRules}
      isRemovable={({ batchCount }) => batchCount === 0}
      cells={{
        alphabet: { key: 'sample', title: <FieldTitle of={codeRules} name="sample" />, render: (_, rule) => <RuleSample rule={rule} /> },
        length: (length) => length || <span className="text-muted">—</span>,
        issuedCount: (_, rule) => <Usage rule={rule} />,
      }}
      form={<RuleFields />}
    />
  );
}
