import { type FormNode, own } from '@suyuan/forms';
import { Row, Tabs } from 'antd';
import { memo, useEffect, useState } from 'react';
import { flagOf, numberOf, textOf } from './control.ts';
import { ButtonPart, DividerPart, MapPart, TextPart, UnknownPart } from './display-parts.tsx';
import { FieldColumn } from './field-item.tsx';
import { FieldView, hasAnswer, SubtableView } from './field-view.tsx';
import { useFormContext, useFormState } from './form-store.ts';
import { FormHeading, HelpText } from './form-texts.tsx';

export function NodeList({ nodes }: { nodes: readonly FormNode[] }) {
  const { settings, stacked } = useFormContext();
  const inline = settings.layout === 'inline';
  const list = nodes.map((node) => <NodeView key={node.id} node={node} />);
  if (inline && !stacked) return <div className="flex flex-wrap gap-x-6 [&>.ant-col]:flex-[1_0_100%]!">{list}</div>;
  return <Row gutter={settings.gutter}>{list}</Row>;
}

const NodeView = memo(function NodeView({ node }: { node: FormNode }) {
  const { store, settings, stacked } = useFormContext();
  const visible = useFormState(store, () => store.fieldState(node.id).visible);
  if (!visible) return null;
  const inline = settings.layout === 'inline' && hasAnswer(node) && node.type !== 'subtable';
  return (
    <FieldColumn span={node.span} inline={inline} stacked={stacked}>
      <Part node={node} />
    </FieldColumn>
  );
});

function Part({ node }: { node: FormNode }) {
  switch (node.type) {
    case 'row':
      return <RowPart node={node} />;
    case 'group':
      return <GroupPart node={node} />;
    case 'tabs':
      return <TabsPart node={node} />;
    case 'tab':
      return <NodeList nodes={node.children ?? []} />;
    case 'subtable':
      return <SubtableView node={node} />;
    case 'divider':
      return <DividerPart node={node} />;
    case 'text':
      return <TextPart node={node} />;
    case 'button':
      return <ActionButtonPart node={node} />;
    case 'map-view':
      return <RoutePart node={node} />;
    case 'unknown':
      return <UnknownPart node={node} />;
    default:
      return <FieldView node={node} path={[node.name]} />;
  }
}

function RowPart({ node }: { node: FormNode }) {
  const { settings } = useFormContext();
  return (
    <Row
      gutter={numberOf(node, 'gutter') ?? settings.gutter}
      justify={(textOf(node, 'justify') ?? 'start') as 'start'}
      align={(textOf(node, 'align') ?? 'top') as 'top'}
    >
      {(node.children ?? []).map((child) => (
        <NodeView key={child.id} node={child} />
      ))}
    </Row>
  );
}

/** Non-zero if the container must open to show a fault; increases with each attempt. */
function useRevealAttempt(id: number): number {
  const { store } = useFormContext();
  return useFormState(store, () => (store.revealed().ids.has(id) ? store.revealed().attempt : 0));
}

function GroupPart({ node }: { node: FormNode }) {
  const collapsible = flagOf(node, 'collapsible');
  const [open, setOpen] = useState(!(collapsible && flagOf(node, 'collapsed')));
  const revealAttempt = useRevealAttempt(node.id);
  useEffect(() => {
    if (revealAttempt) setOpen(true);
  }, [revealAttempt]);
  const className = flagOf(node, 'bordered', true) ? 'mb-6 rounded border border-line p-4' : 'mb-6';
  const title = node.showLabel === false ? undefined : node.label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its legend out as a heading
    <div role="group" aria-label={node.label} className={className}>
      {(title || collapsible) && (
        <FormHeading>
          {collapsible ? (
            <button
              type="button"
              aria-expanded={open}
              className="flex cursor-pointer items-center gap-2 border-0 bg-transparent p-0 [font:inherit] text-inherit"
              onClick={() => setOpen(!open)}
            >
              <span
                aria-hidden="true"
                className={`inline-block transition-[rotate] motion-reduce:transition-none ${open ? 'rotate-90' : ''}`}
              >
                ›
              </span>
              {title}
            </button>
          ) : (
            title
          )}
        </FormHeading>
      )}
      {node.help && open && <HelpText>{node.help}</HelpText>}
      <div hidden={!open}>
        <NodeList nodes={node.children ?? []} />
      </div>
    </div>
  );
}

function TabsPart({ node }: { node: FormNode }) {
  const { store, stacked } = useFormContext();
  const tabs = node.children ?? [];
  const hiddenIds = useFormState(store, () => tabs.flatMap(({ id }) => (store.fieldState(id).visible ? [] : [id])).join());
  const visibleTabs = tabs.filter(({ id }) => !hiddenIds.split(',').includes(String(id)));
  const [active, setActive] = useState<string>();
  const revealRequest = useFormState(store, () => {
    const tab = tabs.find(({ id }) => store.revealed().ids.has(id));
    return tab ? `${tab.id}/${store.revealed().attempt}` : '';
  });
  useEffect(() => {
    if (revealRequest) setActive(revealRequest.split('/')[0]);
  }, [revealRequest]);
  const current = visibleTabs.some(({ id }) => String(id) === active) ? active : String(visibleTabs[0]?.id ?? '');
  return (
    <Tabs
      activeKey={current ?? ''}
      onChange={setActive}
      type={textOf(node, 'kind') === 'card' ? 'card' : 'line'}
      tabPlacement={textOf(node, 'tabPlacement') === 'start' && !stacked ? 'start' : 'top'}
      items={visibleTabs.map((tab) => ({
        key: String(tab.id),
        label: tab.label || tab.name,
        forceRender: true,
        children: <NodeList nodes={tab.children ?? []} />,
      }))}
    />
  );
}

function ActionButtonPart({ node }: { node: FormNode }) {
  const { store, locked, onSubmit } = useFormContext();
  const disabled = useFormState(store, () => store.fieldState(node.id).disabled);
  const action = textOf(node, 'action');
  const onPress = action === 'submit' ? onSubmit : action === 'reset' ? store.reset : undefined;
  return <ButtonPart node={node} disabled={disabled || locked} onPress={onPress} />;
}

/** Each end is a fixed name or follows the answer of a field. */
function RoutePart({ node }: { node: FormNode }) {
  const { store } = useFormContext();
  const placeName = (fixed: string, field: string) => {
    const name = textOf(node, field);
    const value = name ? own(store.answers(), name) : undefined;
    return typeof value === 'string' && value ? value : (textOf(node, fixed) ?? '');
  };
  const start = useFormState(store, () => placeName('startName', 'startField'));
  const destination = useFormState(store, () => placeName('endName', 'endField'));
  return (
    <>
      {node.showLabel !== false && node.label && <FormHeading>{node.label}</FormHeading>}
      <MapPart node={node} start={start} end={destination} />
    </>
  );
}
