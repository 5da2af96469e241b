import { traceabilities } from '@suyuan/contract';
import { Button, Form } from 'antd';
import { hosts } from '../../../data/hosts.ts';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';

/** Degrees to six places, some ten centimetres: more a device does not know. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Where it happened, in degrees, typed or asked of the device. A form does not notice by itself what the device said. */
export function TracePosition({ onTaken }: { onTaken: () => void }) {
  const t = useWords();
  const form = Form.useFormInstance();
  const here = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.setFieldsValue({ lng: rounded(coords.longitude), lat: rounded(coords.latitude) });
        onTaken();
      },
      () => hosts.tell('warning', t('manage.traceability.hereFailed')),
      { timeout: 10_000 },
    );
  return (
    <Form.Item label={t('manage.traceability.geo')} htmlFor="trace-fill_lng">
      <div className="trace-position">
        <Field of={traceabilities} name="lng" noStyle>
          <NumberField placeholder={t('manage.traceability.lng')} min={-180} max={180} aria-label={t('manage.traceability.lng')} />
        </Field>
        <Field of={traceabilities} name="lat" noStyle>
          <NumberField placeholder={t('manage.traceability.lat')} min={-90} max={90} aria-label={t('manage.traceability.lat')} />
        </Field>
        <Button onClick={here}>{t('manage.traceability.here')}</Button>
      </div>
    </Form.Item>
  );
}
