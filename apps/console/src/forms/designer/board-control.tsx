import { type FormNode, type Json, specOf } from '@suyuan/forms';
import { Suspense, useId } from 'react';
import { useWords } from '../../data/words.ts';
import { numberOf, textOf } from '../renderer/control.ts';
import { controls } from '../renderer/controls.ts';
import { ButtonPart, DividerPart, TextPart, UnknownPart } from '../renderer/shown-parts.tsx';
import { TypeIcon } from './type-icon.tsx';

interface ControlOfProps {
  node: FormNode;
  id: string;
  label: string;
  value: Json | undefined;
  onChange: (value: Json) => void;
  disabled?: boolean;
}

export function ControlOf({ node, disabled = false, ...field }: ControlOfProps) {
  const Control = controls[node.type];
  if (!Control) return null;
  return (
    <Suspense fallback={<span className="control-waiting" />}>
      <Control node={node} disabled={disabled} {...field} />
    </Suspense>
  );
}

const nothing = () => undefined;

/** Preview of a component. Editors and maps are placeholders of the same size, for performance. */
export function BoardControl({ node, disabled = false }: { node: FormNode; disabled?: boolean }) {
  const t = useWords();
  const id = useId();
  switch (node.type) {
    case 'divider':
      return <DividerPart node={node} />;
    case 'text':
      return <TextPart node={node} />;
    case 'button':
      return <ButtonPart node={node} disabled={disabled || node.props.disabled === true} />;
    case 'unknown':
      return <UnknownPart node={node} />;
    case 'rich-text':
      return <Box node={node} height={Math.min(numberOf(node, 'height') ?? 300, 300)} />;
    case 'map-view':
      return <Box node={node} height={220} says={[textOf(node, 'startName'), textOf(node, 'endName')].filter(Boolean).join(' → ')} />;
    default:
      return (
        <ControlOf
          node={node}
          id={id}
          label={node.label ?? t(`tool.build.type.${node.type}`)}
          value={node.defaultValue ?? specOf(node.type).emptyValue}
          onChange={nothing}
          disabled={disabled || node.props.disabled === true}
        />
      );
  }
}

function Box({ node, height, says }: { node: FormNode; height: number; says?: string }) {
  const t = useWords();
  return (
    <div className="control-box" style={{ height }}>
      <TypeIcon type={node.type} />
      <span>{says || t(`tool.build.type.${node.type}`)}</span>
    </div>
  );
}
