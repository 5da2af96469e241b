import type { FormNode } from '@suyuan/forms';
import { Alert, Button, Divider } from 'antd';
import { useWords } from '../../data/words.ts';
import { RouteBetween } from '../../ui/route-between.tsx';
import { flagOf, sized, textOf } from './control.ts';

/** Components that only show something: they have no answer, and look the same at the drawing board. */

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
  if (kind === 'heading') return <h3 className="form-heading">{content}</h3>;
  if (kind === 'warning') return <Alert type="warning" showIcon title={content} className="form-note" />;
  return <p className={kind === 'hint' ? 'form-text form-hint-text' : 'form-text'}>{content}</p>;
}

/** What pressing it does is the form's matter. */
export function ButtonPart({ node, disabled, onPress }: { node: FormNode; disabled: boolean; onPress?: (() => void) | undefined }) {
  const t = useWords();
  return (
    <Button
      type={(textOf(node, 'type') ?? 'primary') as 'primary'}
      block={flagOf(node, 'block')}
      danger={flagOf(node, 'danger')}
      disabled={disabled}
      {...sized(node.props.size)}
      onClick={onPress}
    >
      {textOf(node, 'text') ?? node.label ?? t('kit.form.button')}
    </Button>
  );
}

/** What an import brought that nobody here can draw; it is carried along. */
export function UnknownPart({ node }: { node: FormNode }) {
  const t = useWords();
  return <div className="form-unknown">{t('kit.form.unknown', { name: node.label || node.name })}</div>;
}

/** The way between its ends, on a map of the size that the form's author gave it. */
export function MapPart({ node, start, end }: { node: FormNode; start: string; end: string }) {
  const height = /^(\d{2,4})(px)?$/.exec(textOf(node, 'height') ?? '')?.[1];
  return (
    <div className="form-map">
      <RouteBetween startName={start} endName={end} width={lengthOf(textOf(node, 'width')) ?? '100%'} height={Number(height ?? 400)} />
    </div>
  );
}

/** A length as the form's author wrote it: pixels or a share; anything else is nobody's. */
const lengthOf = (text = '') => (/^\d{1,4}$/.test(text) ? `${text}px` : /^\d{1,4}(px|%)$/.test(text) ? text : undefined);
