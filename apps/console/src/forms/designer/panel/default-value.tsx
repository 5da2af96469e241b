import type { FormNode, Json } from '@suyuan/forms';
import { Button } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { FieldControl } from '../board-control.tsx';
import { PanelLine } from './line.tsx';

export function DefaultValueEditor({
  node,
  label,
  onChange,
}: {
  node: FormNode;
  label: string;
  onChange: (next: Json | undefined) => void;
}) {
  const t = useTranslations();
  const enabledNode: FormNode = { ...node, props: { ...node.props, disabled: false, readOnly: false, size: 'small' } };
  return (
    <PanelLine label={label} wide>
      {(id) => (
        <div className="panel-default">
          <FieldControl node={enabledNode} id={id} label={label} value={node.defaultValue} onChange={onChange} />
          {node.defaultValue !== undefined && (
            <Button size="small" type="text" onClick={() => onChange(undefined)}>
              {t('tool.build.noDefault')}
            </Button>
          )}
        </div>
      )}
    </PanelLine>
  );
}
