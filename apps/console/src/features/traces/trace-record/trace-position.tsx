import { traceabilities } from '@suyuan/contract';
import { Button, Form } from 'antd';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';

/** Degrees rounded to six decimals (about 10 cm), beyond GPS accuracy. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Coordinates in degrees, typed or from the device. `onTaken`: the form does not detect values that code sets. */
export function TracePosition({ onLocated }: { onLocated: () => void }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.setFieldsValue({ lng: roundDegrees(coords.longitude), lat: roundDegrees(coords.latitude) });
        onLocated();
      },
      () => shellServices.notify('warning', t('manage.traceability.hereFailed')),
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
        <Button onClick={locate}>{t('manage.traceability.here')}</Button>
      </div>
    </Form.Item>
  );
}
