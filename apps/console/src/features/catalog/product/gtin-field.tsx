import { products } from '@suyuan/contract';
import { Button, Form, Input } from 'antd';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { gtinHint } from './gtin-hint.ts';

/** Validates the GTIN while it is typed and offers to correct a check digit. `fixed`: codes are issued, so the GTIN cannot change. */
export function GtinField({ fixed }: { fixed: boolean }) {
  const t = useWords();
  const form = Form.useFormInstance();
  const hint = gtinHint(t, Form.useWatch<string | undefined>('gtin', form));
  const { whole } = hint ?? {};
  const complete = () => {
    form.setFieldValue('gtin', whole);
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
            {whole && (
              <Button type="link" size="small" onClick={complete}>
                {t('manage.category.gtin.use', { gtin: whole })}
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
