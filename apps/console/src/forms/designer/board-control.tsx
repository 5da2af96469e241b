import { type FormNode, type Json, specOf } from '@suyuan/forms';
import { useId } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { LazyBoundary } from '../../ui/lazy-component.tsx';
import { numberOf, textOf } from '../renderer/control.ts';
import { controls } from '../renderer/controls.tsx';
import { ButtonPart, DividerPart, TextPart, UnknownPart } from '../renderer/display-parts.tsx';
import { TypeIcon } from './designer-icons.tsx';

interface FieldControlProps {
  node: FormNode;
  id: string;
  label: string;
  value: Json | undefined;
  onChange: (value: Json) => void;
  disabled?: boolean;
}

export function FieldControl({ node, disabled = false, ...field }: FieldControlProps) {
  const Control = controls[node.type];
  if (!Control) return null;
  return (
    <LazyBoundary loading={<span className="block h-8 rounded bg-track" />}>
      <Control node={node} disabled={disabled} {...field} />
    </LazyBoundary>
  );
}

const noop = () => undefined;

/** Preview of a component. Editors and maps are placeholders of the same size, for performance. */
export function BoardControl({ node, disabled = false }: { node: FormNode; disabled?: boolean }) {
  const t = useTranslations();
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
      return <Box node={node} height={220} caption={[textOf(node, 'startName'), textOf(node, 'endName')].filter(Boolean).join(' → ')} />;
    default:
      return (
        <FieldControl
          node={node}
          id={id}
          label={node.label ?? t(`tool.build.type.${node.type}`)}
          value={node.defaultValue ?? specOf(node.type).emptyValue}
          onChange={noop}
          disabled={disabled || node.props.disabled === true}
        />
      );
  }
}

const box = 'flex flex-col items-center justify-center gap-2 rounded border border-dashed border-edge bg-fill text-muted';

function Box({ node, height, caption }: { node: FormNode; height: number; caption?: string }) {
  const t = useTranslations();
  return (
    <div className={`${box} [&>svg]:text-xl`} style={{ height }}>
      <TypeIcon type={node.type} />
      <span>{caption || t(`tool.build.type.${node.type}`)}</span>
    </div>
  );
}
