import { type FormNode, specOf } from '@suyuan/forms';
import { type ComponentType, type CSSProperties, createContext, memo, type PointerEvent, type ReactNode, useContext } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { FieldItem, ShareContext } from '../renderer/field-item.tsx';
import { BoardControl } from './board-control.tsx';
import { useDesigner, useDesignerStore } from './designer-store.ts';
import { NodeTools } from './node-tools.tsx';
import { useDrag } from './use-drag.ts';

interface TreePosition {
  node: FormNode;
  /** Nesting depth, including itself. */
  level: number;
  /** Position among siblings, from 1, and sibling count. */
  position: number;
  siblingCount: number;
}

/** In sub-table columns, labels are always above the fields because columns are narrow. */
const ColumnContext = createContext(false);

/** `anchor` for the target of keyboard commands, `selected` for others in the selection. */
const useSelection = (id: number) =>
  useDesigner(({ editor: { selection, anchor } }) => (anchor === id ? 'anchor' : selection.includes(id) ? 'selected' : undefined));

interface BoardItemProps extends TreePosition {
  children: ReactNode;
}

/**
 * Selection, accessibility and dragging of a component. The tree item is a separate element after it: screen readers would read nested
 * items with all their content.
 */
function BoardItem({ node, level, position, siblingCount, children }: BoardItemProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const startDrag = useDrag();
  const selection = useSelection(node.id);
  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || (event.target as HTMLElement).closest('button, .node-item') !== event.currentTarget) return;
    const { selection: selectedIds } = store.getState().editor;
    startDrag(event, { kind: 'move', ids: selectedIds.includes(node.id) ? selectedIds : [node.id] });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's, which has them for all its items
    // biome-ignore lint/a11y/noStaticElementInteractions: screen readers use the list item instead
    <div
      className={selection ? `node-item node-item-${selection}` : 'node-item'}
      onPointerDown={handlePointerDown}
      onClick={(event) => {
        event.stopPropagation();
        store.dispatch({ do: 'select', ids: [node.id], how: event.shiftKey ? 'upTo' : event.ctrlKey || event.metaKey ? 'toggle' : 'only' });
        event.currentTarget.querySelector<HTMLElement>('[data-item]')?.focus({ preventScroll: true });
      }}
    >
      <div
        role="treeitem"
        className="node-focus"
        data-item={node.id}
        tabIndex={selection === 'anchor' ? 0 : -1}
        aria-selected={selection !== undefined}
        aria-level={level}
        aria-posinset={position}
        aria-setsize={siblingCount}
        aria-label={nodeName(t, node)}
        {...(specOf(node.type).holds !== 'nothing' && { 'aria-expanded': true })}
      />
      {children}
    </div>
  );
}

/** For example “单行文本 姓名”, followed by the marks for required and rules. */
function nodeName(t: ReturnType<typeof useTranslations>, { type, label, name, required, rules }: FormNode): string {
  const marks = [required && t('tool.build.mark.required'), rules && Object.keys(rules).length > 0 && t('tool.build.mark.rules')];
  return [t(`tool.build.type.${type}`), label ?? name, ...marks].filter(Boolean).join(' ');
}

interface ContainerProps {
  node: FormNode;
  level: number;
  /** Renders the children. A prop avoids an import cycle. */
  List: ComponentType<{ nodes: readonly FormNode[]; level?: number }>;
}

function BoardContainer({ node, level, List }: ContainerProps) {
  const t = useTranslations();
  const kind = t(`tool.build.type.${node.type}`);
  if (node.type === 'tabs') return <BoardTabs node={node} level={level} List={List} />;
  const title = node.type === 'row' || node.showLabel === false ? undefined : node.label;
  return (
    <div className={node.props.bordered === false ? 'holder' : 'holder holder-bordered'}>
      <div className="holder-head" inert>
        {node.required && <i className="holder-required">*</i>}
        {title ? <b>{title}</b> : <span className="holder-kind">{kind}</span>}
        {node.help && <span className="holder-help">{node.help}</span>}
      </div>
      <ContainerBody node={node} level={level} List={List}>
        {t(node.type === 'subtable' ? 'tool.build.emptyColumns' : 'tool.build.emptyInside')}
      </ContainerBody>
    </div>
  );
}

function ContainerBody({ node, level, List, children }: ContainerProps & { children: ReactNode }) {
  const childNodes = node.children ?? [];
  const { gutter, justify, align } = node.props;
  const style = {
    ...(typeof gutter === 'number' && { '--gutter-x': `${gutter}px` }),
    ...(typeof justify === 'string' && { justifyContent: justify }),
    ...(typeof align === 'string' && { alignItems: flexAlignments[align] ?? align }),
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree is no fieldset
    <div role="group" className={`inside inside-${node.type}`} data-inside={node.id} style={style}>
      <ColumnContext value={node.type === 'subtable'}>
        <List nodes={childNodes} level={level + 1} />
      </ColumnContext>
      {childNodes.length === 0 && (
        <p className="inside-empty" inert>
          {children}
        </p>
      )}
    </div>
  );
}

const flexAlignments: Record<string, string> = { top: 'flex-start', middle: 'center', bottom: 'flex-end' };

function BoardTabs({ node, level, List }: ContainerProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const tabs = node.children ?? [];
  const openId = useDesigner(({ openTabs }) => openTabs[node.id]);
  const anchorId = useDesigner(({ editor }) => editor.anchor);
  const open = tabs.find(({ id }) => id === openId) ?? tabs[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree is no fieldset
    <div role="group" className={`board-tabs board-tabs-${node.props.tabPlacement === 'start' ? 'start' : 'top'}`} data-inside={node.id}>
      <div className="board-tabs-heads" aria-hidden="true">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            tabIndex={-1}
            className={`${tab === open ? 'board-tab board-tab-open' : 'board-tab'} ${tab.id === anchorId ? 'board-tab-chosen' : ''}`}
            onClick={(event) => {
              event.stopPropagation();
              store.dispatch({ do: 'select', ids: [tab.id] });
            }}
          >
            {tab.label || t('tool.build.type.tab')}
          </button>
        ))}
      </div>
      {open && (
        <BoardItem node={open} level={level + 1} position={tabs.indexOf(open) + 1} siblingCount={tabs.length}>
          <ContainerBody node={open} level={level + 1} List={List}>
            {t('tool.build.emptyInside')}
          </ContainerBody>
        </BoardItem>
      )}
      {!open && (
        <p className="inside-empty" inert>
          {t('tool.build.emptyTabs')}
        </p>
      )}
    </div>
  );
}

export function BoardList({ nodes, level = 1 }: { nodes: readonly FormNode[]; level?: number }) {
  return nodes.map((node, index) => <BoardNode key={node.id} node={node} level={level} position={index + 1} siblingCount={nodes.length} />);
}

/** Memoised: renders only when the component or its selection changes. */
const BoardNode = memo(function BoardNode({ node, level, position, siblingCount }: TreePosition) {
  const isContainer = specOf(node.type).holds !== 'nothing';
  const selection = useSelection(node.id);
  const share = useContext(ShareContext);
  const stacked = useDesigner((state) => state.stacked);
  return (
    <div
      className={`node node-${node.type} ${isContainer ? 'node-holds' : ''} ${selection ? `node-${selection}` : ''}`}
      style={{ '--span': stacked ? 24 : node.span } as CSSProperties}
      data-node={node.id}
    >
      <ShareContext value={stacked ? 1 : (share * node.span) / 24}>
        <BoardItem node={node} level={level} position={position} siblingCount={siblingCount}>
          {isContainer ? <BoardContainer node={node} level={level} List={BoardList} /> : <Leaf node={node} />}
        </BoardItem>
      </ShareContext>
      {selection && <NodeTools node={node} isAnchor={selection === 'anchor'} />}
    </div>
  );
});

function Leaf({ node }: { node: FormNode }) {
  const settings = useDesigner(({ editor }) => editor.doc.form);
  const isFormStacked = useDesigner((state) => state.stacked);
  const stacked = useContext(ColumnContext) || isFormStacked;
  const isPlain = ['divider', 'text', 'unknown'].includes(node.type);
  const control = <BoardControl node={node} disabled={settings.disabled} />;
  return (
    <div inert>
      {isPlain ? (
        control
      ) : (
        <FieldItem node={node} settings={settings} stacked={stacked} required={node.required === true} helpId="">
          {control}
        </FieldItem>
      )}
    </div>
  );
}
