import { type ShipmentDealer, type ShipmentKind, shipmentKinds, shipments } from '@suyuan/contract';
import { Form, Input, Radio } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { AutocompleteSelect } from '../../../ui/asked-select.tsx';
import { capitalizeHint, Field } from '../../../ui/field.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';

const dealers = `${shipments.path}/dealers`;
const optionOf = ({ channelBusinessId, channelBusinessName, channelBusinessCode }: ShipmentDealer) => ({
  ...{ value: channelBusinessId, label: channelBusinessName, note: channelBusinessCode },
});

/** Fields of a shipment; its kind decides which ends it has. */
export function ShipmentFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const kind: ShipmentKind = Form.useWatch('kind', form) ?? 'out';
  const fromId: number | null | undefined = Form.useWatch('fromId', form);
  const kinds = shipmentKinds.map((value) => ({ value, label: t(`manage.dispatch.kind.${value}`) }));
  const currentOption = (end: 'from' | 'to') => {
    const [value, label] = [form.getFieldValue(`${end}Id`), form.getFieldValue(`${end}Name`)];
    return value && label ? { value, label } : undefined;
  };
  return (
    <>
      <Field of={shipments} name="kind" extra={capitalizeHint(t(`manage.dispatch.kind.${kind}.hint`))}>
        <Radio.Group
          optionType="button"
          options={kinds}
          onChange={({ target }) => form.setFieldsValue({ ...(target.value === 'out' && { fromId: null }), toId: null })}
        />
      </Field>
      <Field of={shipments} name="fromId" hidden={kind === 'out'}>
        <AutocompleteSelect<ShipmentDealer> path={dealers} toOption={optionOf} selectedOption={currentOption('from')} allowClear />
      </Field>
      <Field of={shipments} name="toId" required={kind !== 'return'}>
        <AutocompleteSelect<ShipmentDealer>
          path={dealers}
          toOption={optionOf}
          selectedOption={currentOption('to')}
          params={kind === 'transfer' && fromId ? { below: String(fromId) } : {}}
          allowClear
          {...(kind === 'return' && { placeholder: t('manage.dispatch.ownStore') })}
        />
      </Field>
      <Field of={shipments} name="regionCode">
        <RegionSelect />
      </Field>
      <Field of={shipments} name="dispatchNo">
        <Input className="mono-text" maxLength={32} />
      </Field>
      <Field of={shipments} name="carrier">
        <Input maxLength={50} />
      </Field>
      <Field of={shipments} name="trackingNo">
        <Input className="mono-text" maxLength={50} />
      </Field>
      <Field of={shipments} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
