import { products } from '@suyuan/contract';
import { Button, Form, Input } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { gtinHint } from './gtin-hint.ts';

/** Validates the GTIN while it is typed and offers to correct a check digit. `fixed`: codes are issued, so the GTIN cannot change. */
export function GtinField({ fixed }: { fixed: boolean }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const hint = gtinHint(t, Form.useWatch<string | undefined>('gtin', form));
  const { correctedGtin } = hint ?? {};
  const applyCorrection = () => {
    form.setFieldValue('gtin', correctedGtin);
    void form.validateFields(['gtin']).catch(() => undefined);
  };
  return (
    <Field
      of={products}
      name="gtin"
      {...(hint && {
        extra: (
          <span className={`gtin-hint gtin-${hint.tone}`} aria-live="polite">
            {hint.text}
            {correctedGtin && (
              <Button type="link" size="small" onClick={applyCorrection}>
                {t('manage.category.gtin.use', { gtin: correctedGtin })}
              </Button>
            )}
          </span>
        ),
      })}
    >
      <Input className="mono-text" maxLength={14} inputMode="numeric" autoComplete="off" disabled={fixed} />
    </Field>
  );
}
