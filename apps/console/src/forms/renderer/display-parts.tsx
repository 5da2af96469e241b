import type { FormNode } from '@suyuan/forms';
import { Alert, Button, Divider } from 'antd';
import { useTranslations } from '../../data/i18n.ts';
import { RouteBetween } from '../../ui/route-map.tsx';
import { flagOf, sizeProps, textOf } from './control.ts';
import { FormHeading } from './form-texts.tsx';

/** Display-only components, without an answer. They look the same in the designer. */

export function DividerPart({ node }: { node: FormNode }) {
  return (
    <Divider titlePlacement={(textOf(node, 'titlePlacement') ?? 'start') as 'start'} dashed={flagOf(node, 'dashed')}>
      {node.label}
    </Divider>
  );
}

export function TextPart({ node }: { node: FormNode }) {
  const content = textOf(node, 'content') ?? '';
  const kind = textOf(node, 'kind') ?? 'paragraph';
  if (kind === 'heading') return <FormHeading>{content}</FormHeading>;
  if (kind === 'warning') return <Alert type="warning" showIcon title={content} className="mb-4!" />;
  return <p className={`mt-0 mb-4 whitespace-pre-wrap ${kind === 'hint' ? 'text-xs/5 text-muted' : ''}`}>{content}</p>;
}

export function ButtonPart({ node, disabled, onPress }: { node: FormNode; disabled: boolean; onPress?: (() => void) | undefined }) {
  const t = useTranslations();
  return (
    <Button
      type={(textOf(node, 'type') ?? 'primary') as 'primary'}
      block={flagOf(node, 'block')}
      danger={flagOf(node, 'danger')}
      disabled={disabled}
      {...sizeProps(node.props.size)}
      onClick={onPress}
    >
      {textOf(node, 'text') ?? node.label ?? t('kit.form.button')}
    </Button>
  );
}

/** A component that the import does not know; preserved. */
export function UnknownPart({ node }: { node: FormNode }) {
  const t = useTranslations();
  return (
    <div className="mb-4 rounded border border-dashed border-edge px-4 py-3 text-muted">
      {t('kit.form.unknown', { name: node.label || node.name })}
    </div>
  );
}

export function MapPart({ node, start, end }: { node: FormNode; start: string; end: string }) {
  const height = /^(\d{2,4})(px)?$/.exec(textOf(node, 'height') ?? '')?.[1];
  return (
    <div className="mb-6 max-w-full overflow-hidden rounded">
      <RouteBetween startName={start} endName={end} width={lengthOf(textOf(node, 'width')) ?? '100%'} height={Number(height ?? 400)} />
    </div>
  );
}

/** CSS length in pixels or percent; other text is ignored. */
const lengthOf = (text = '') => (/^\d{1,4}$/.test(text) ? `${text}px` : /^\d{1,4}(px|%)$/.test(text) ? text : undefined);
