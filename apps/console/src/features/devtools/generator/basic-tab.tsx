import { Input } from 'antd';
import { GenField } from './generator-field.tsx';

export function BasicTab() {
  return (
    <div className="gen-two">
      <GenField name="tableName" extra={null}>
        <Input className="mono-text" disabled />
      </GenField>
      <GenField name="tableComment">
        <Input maxLength={100} />
      </GenField>
      <GenField name="className">
        <Input className="mono-text" maxLength={50} />
      </GenField>
      <GenField name="functionAuthor">
        <Input maxLength={50} />
      </GenField>
      <GenField name="remark" className="gen-whole">
        <Input.TextArea rows={3} maxLength={500} />
      </GenField>
    </div>
  );
}
