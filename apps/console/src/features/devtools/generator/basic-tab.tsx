import { Input } from 'antd';
import { GeneratorField } from './generator-field.tsx';

export function BasicTab() {
  return (
    <div className="gen-two">
      <GeneratorField name="tableName" extra={null}>
        <Input className="mono-text" disabled />
      </GeneratorField>
      <GeneratorField name="tableComment">
        <Input maxLength={100} />
      </GeneratorField>
      <GeneratorField name="className">
        <Input className="mono-text" maxLength={50} />
      </GeneratorField>
      <GeneratorField name="functionAuthor">
        <Input maxLength={50} />
      </GeneratorField>
      <GeneratorField name="remark" className="gen-whole">
        <Input.TextArea rows={3} maxLength={500} />
      </GeneratorField>
    </div>
  );
}
