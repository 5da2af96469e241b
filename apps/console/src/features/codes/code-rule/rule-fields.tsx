import { AI21_LENGTH, type CodeShape, DEFAULT_SHAPE, MAX_CODE_LENGTH, maxDigits } from '@suyuan/codes';
import { type CodeForm, type CodeKind, codeRules, type InputOf } from '@suyuan/contract';
import { Button, Form, Input, Radio, Select, Switch } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RulePreview } from './rule-preview.tsx';

const FORMS = ['url', 'digitalLink', 'number'] as const satisfies readonly CodeForm[];

const presets = {
  base32: DEFAULT_SHAPE,
  decimal: { prefix: '', alphabet: 'decimal', serialDigits: 10, tagDigits: 10, checkCharacter: false },
} as const satisfies Record<string, CodeShape>;

export const blankRule: Partial<InputOf<typeof codeRules>> = { kind: 'derived', ...DEFAULT_SHAPE, pinDigits: 0, form: 'url', status: '0' };

/** Form values, and server values of an existing rule. */
type RuleValues = Partial<
  CodeShape & { kind: CodeKind; form: CodeForm; codeRuleId: number; epochCount: number; issuedCount: number; batchCount: number }
>;

/** A digit count that can be previewed; 0 for any other input. */
const previewDigits = (input: unknown) => (typeof input === 'number' && Number.isInteger(input) && input > 0 ? Math.min(input, 99) : 0);

/** Rule editor: preview and odds above the fields. The shape of an existing rule is fixed. */
export function RuleFields() {
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
