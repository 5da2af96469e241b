import { genTables } from '@suyuan/contract';
import { Input } from 'antd';
import { Field } from '../../../kit/field.tsx';

/** What the table is called, here and in code. */
export function BasicTab() {
  return (
    <div className="gen-two">
      <Field of={genTables} name="tableName" extra={null}>
        <Input className="mono-text" disabled />
      </Field>
      <Field of={genTables} name="tableComment">
        <Input maxLength={100} />
      </Field>
      <Field of={genTables} name="className">
        <Input className="mono-text" maxLength={50} />
      </Field>
      <Field of={genTables} name="functionAuthor">
        <Input maxLength={50} />
      </Field>
      <Field of={genTables} name="remark" className="gen-whole">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </div>
  );
}
