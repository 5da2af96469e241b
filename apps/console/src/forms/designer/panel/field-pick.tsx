import { answerFields } from '@suyuan/forms';
import { Select } from 'antd';
import { useDesigner } from '../state.ts';

export function FieldPicker({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string | undefined;
  onChange: (next: string | undefined) => void;
}) {
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  return (
    <Select
      id={id}
      size="small"
      allowClear
      value={value ?? null}
      options={answerFields(fields).map(({ name, label }) => ({ value: name, label: label ? `${label} ${name}` : name }))}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
