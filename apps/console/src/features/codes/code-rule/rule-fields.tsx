import { AI21_LENGTH, type CodeShape, DEFAULT_SHAPE, LONGEST_CODE, mostDigits } from '@suyuan/codes';
import { type CodeForm, type CodeKind, codeRules, type InputOf } from '@suyuan/contract';
import { Button, Form, Input, Radio, Select, Switch } from 'antd';
import { useWords } from '../../../data/words.ts';
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
type Typed = Partial<
  CodeShape & { kind: CodeKind; form: CodeForm; codeRuleId: number; epochCount: number; issuedCount: number; batchCount: number }
>;

/** A digit count that can be previewed; 0 for any other input. */
const digitsOf = (typed: unknown) => (typeof typed === 'number' && Number.isInteger(typed) && typed > 0 ? Math.min(typed, 99) : 0);

/** Rule editor: preview and odds above the fields. The shape of an existing rule is fixed. */
export function RuleFields() {
  const t = useWords();
  const form = Form.useFormInstance();
  const typed = (Form.useWatch([], { form, preserve: true }) ?? {}) as Typed;
  const { codeRuleId, epochCount = 1, issuedCount = 0, batchCount = 0, alphabet = 'base32' } = typed;
  const fixed = codeRuleId !== undefined;
  const most = typed.form === 'digitalLink' ? AI21_LENGTH : LONGEST_CODE;
  const shape: CodeShape = {
    prefix: typed.prefix?.trim() ?? '',
    alphabet,
    serialDigits: digitsOf(typed.serialDigits),
    tagDigits: digitsOf(typed.tagDigits),
    checkCharacter: typed.checkCharacter ?? false,
  };
  const write = (preset: CodeShape) => {
    form.setFieldsValue(preset);
    void form.validateFields(Object.keys(preset)).catch(() => undefined);
  };
  /** Reduces digit counts to the maximum of the new alphabet. */
  const fit = (chosen: CodeShape['alphabet']) => {
    const limit = mostDigits(chosen);
    form.setFieldsValue({ serialDigits: Math.min(shape.serialDigits, limit), tagDigits: Math.min(shape.tagDigits, limit) });
  };

  const stored = typed.kind === 'stored';
  return (
    <>
      <Field of={codeRules} name="kind" extra={t(`manage.codeRule.kind.${stored ? 'stored' : 'derived'}.hint`)}>
        <Radio.Group
          disabled={fixed}
          optionType="button"
          options={(['derived', 'stored'] as const).map((value) => ({ value, label: t(`manage.codeRule.kind.${value}`) }))}
        />
      </Field>
      {!stored && (
        <>
          <RulePreview shape={shape} most={most} epochs={epochCount} issued={issuedCount} />
          {fixed ? (
            <p className="rule-fixed">{t('manage.codeRule.fixed')}</p>
          ) : (
            <div className="rule-presets">
              <span>{t('manage.codeRule.presets')}</span>
              {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
                <Button key={name} size="small" onClick={() => write(presets[name])}>
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
      {!stored && (
        <>
          <Field of={codeRules} name="alphabet">
            <Radio.Group
              disabled={fixed}
              optionType="button"
              onChange={({ target }) => fit(target.value)}
              options={(['base32', 'decimal'] as const).map((value) => ({ value, label: t(`manage.codeRule.alphabet.${value}`) }))}
            />
          </Field>
          <Field of={codeRules} name="prefix" normalize={(text: string) => text.toUpperCase()}>
            <Input className="mono-text rule-short" maxLength={4} disabled={fixed} autoComplete="off" />
          </Field>
          <Field of={codeRules} name="serialDigits" extra={t('manage.codeRule.serialDigits.extra')}>
            <NumberField className="rule-short" min={1} max={mostDigits(alphabet)} disabled={fixed} />
          </Field>
          <Field of={codeRules} name="tagDigits" extra={t('manage.codeRule.tagDigits.extra')}>
            <NumberField className="rule-short" min={1} max={mostDigits(alphabet)} disabled={fixed} />
          </Field>
          <Field of={codeRules} name="checkCharacter" valuePropName="checked" extra={t('manage.codeRule.checkCharacter.extra')}>
            <Switch disabled={fixed} />
          </Field>
          <Field of={codeRules} name="pinDigits" extra={t('manage.codeRule.pinDigits.extra')}>
            <NumberField className="rule-short" min={0} max={8} disabled={fixed && batchCount > 0} />
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
