import type { FormNode, Json } from '@suyuan/forms';
import { Button } from 'antd';
import { useWords } from '../../../data/words.ts';
import { ControlOf } from '../board-control.tsx';
import { Line } from './line.tsx';

export function DefaultValueEditor({
  node,
  label,
  onChange,
}: {
  node: FormNode;
  label: string;
  onChange: (next: Json | undefined) => void;
}) {
  const t = useWords();
  const bare: FormNode = { ...node, props: { ...node.props, disabled: false, readOnly: false, size: 'small' } };
  return (
    <Line label={label} wide>
      {(id) => (
        <div className="panel-default">
          <ControlOf node={bare} id={id} label={label} value={node.defaultValue} onChange={onChange} />
          {node.defaultValue !== undefined && (
            <Button size="small" type="text" onClick={() => onChange(undefined)}>
              {t('tool.build.noDefault')}
            </Button>
          )}
        </div>
      )}
    </Line>
  );
}
