import { type FormNode, specOf } from '@suyuan/forms';
import { type ComponentType, type CSSProperties, createContext, memo, type PointerEvent, type ReactNode, useContext } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { FieldItem, ShareContext } from '../renderer/field-item.tsx';
import { BoardControl } from './board-control.tsx';
import styles from './designer.module.css';
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

const outlines = {
  anchor: 'bg-primary-ground outline-2 -outline-offset-1 outline-primary',
  selected: 'bg-primary-ground outline-2 -outline-offset-1 outline-primary-line',
} as const;
/** Not rendered outside the window, for performance; the height is that of a text field until then. */
const leafFrame = 'pb-px [content-visibility:auto] [contain-intrinsic-size:auto_62px]';

interface BoardItemProps extends TreePosition {
  /** Padding at the bottom, and placement. */
  className: string;
  children: ReactNode;
}

/**
 * Selection, accessibility and dragging of a component. The tree item is a separate element after it: screen readers would read nested
 * items with all their content.
 */
function BoardItem({ node, level, position, siblingCount, className, children }: BoardItemProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const startDrag = useDrag();
  const selection = useSelection(node.id);
  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || (event.target as HTMLElement).closest('button, [data-frame]') !== event.currentTarget) return;
    const { selection: selectedIds } = store.getState().editor;
    startDrag(event, { kind: 'move', ids: selectedIds.includes(node.id) ? selectedIds : [node.id] });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's, which has them for all its items
    // biome-ignore lint/a11y/noStaticElementInteractions: screen readers use the list item instead
    <div
      className={`relative isolate mb-2 cursor-default rounded px-2 pt-2 select-none [&_.ant-form-item]:mb-2! ${className} ${
        selection ? outlines[selection] : styles.frame
      }`}
      data-frame
      onPointerDown={handlePointerDown}
      onClick={(event) => {
        event.stopPropagation();
        store.dispatch({ do: 'select', ids: [node.id], how: event.shiftKey ? 'upTo' : event.ctrlKey || event.metaKey ? 'toggle' : 'only' });
        event.currentTarget.querySelector<HTMLElement>('[data-item]')?.focus({ preventScroll: true });
      }}
    >
      <div
        role="treeitem"
        className="absolute inset-0 -z-1 rounded focus-visible:ring-4 focus-visible:ring-primary-ground focus-visible:-outline-offset-2!"
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
  const isFramed = node.type !== 'row' && node.props.bordered !== false;
  return (
    <div className={`rounded border ${isFramed ? 'border-line' : 'border-dashed border-edge'}`}>
      <div className="flex min-h-3 items-baseline gap-x-2 gap-y-1 px-3 py-1" inert>
        {node.required && <i className="text-danger not-italic">*</i>}
        {title ? <b>{title}</b> : <span className="text-xs text-muted">{kind}</span>}
        {node.help && <span className="text-xs text-muted">{node.help}</span>}
      </div>
      <ContainerBody node={node} level={level} List={List}>
        {t(node.type === 'subtable' ? 'tool.build.emptyColumns' : 'tool.build.emptyInside')}
      </ContainerBody>
    </div>
  );
}

/** Columns of a sub-table wrap, and are never cut off. */
const columns = 'grid grid-cols-[repeat(auto-fit,minmax(152px,1fr))]';

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
    <div
      role="group"
      className={`min-h-16 items-start p-1 ${node.type === 'subtable' ? columns : 'flex flex-wrap'}`}
      data-inside={node.id}
      style={style}
    >
      <ColumnContext value={node.type === 'subtable'}>
        <List nodes={childNodes} level={level + 1} />
      </ColumnContext>
      {childNodes.length === 0 && <EmptyHint>{children}</EmptyHint>}
    </div>
  );
}

function EmptyHint({ children }: { children: ReactNode }) {
  return (
    <p className="col-span-full m-0 flex-1 self-center rounded bg-fill p-3 text-center text-muted" inert>
      {children}
    </p>
  );
}

const flexAlignments: Record<string, string> = { top: 'flex-start', middle: 'center', bottom: 'flex-end' };

const tabShape = 'cursor-pointer border-0 border-b-2 px-3 py-2 [font:inherit]';

function BoardTabs({ node, level, List }: ContainerProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const tabs = node.children ?? [];
  const openId = useDesigner(({ openTabs }) => openTabs[node.id]);
  const anchorId = useDesigner(({ editor }) => editor.anchor);
  const open = tabs.find(({ id }) => id === openId) ?? tabs[0];
  const isAtStart = node.props.tabPlacement === 'start';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree is no fieldset
    <div role="group" className={isAtStart ? 'flex' : undefined} data-inside={node.id}>
      <div className={`flex gap-1 border-line ${isAtStart ? 'flex-col border-e' : 'flex-wrap border-b'}`} aria-hidden="true">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            tabIndex={-1}
            className={`${tabShape} ${tab === open ? 'border-b-primary text-primary-ink' : 'border-b-transparent text-ink'} ${
              tab.id === anchorId ? 'bg-primary-ground' : 'bg-transparent'
            }`}
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
        <BoardItem
          node={open}
          level={level + 1}
          position={tabs.indexOf(open) + 1}
          siblingCount={tabs.length}
          className={`flex-1 ${leafFrame}`}
        >
          <ContainerBody node={open} level={level + 1} List={List}>
            {t('tool.build.emptyInside')}
          </ContainerBody>
        </BoardItem>
      )}
      {!open && <EmptyHint>{t('tool.build.emptyTabs')}</EmptyHint>}
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
  const isColumn = useContext(ColumnContext);
  const isInline = useDesigner(({ editor }) => editor.doc.form.layout === 'inline') && level === 1 && !isContainer;
  const width = isColumn || isInline ? undefined : `${((stacked ? 24 : node.span) / 24) * 100}%`;
  return (
    <div
      className={`relative flex-none px-[calc(var(--gutter-x)/2)] ${isInline ? 'min-w-55' : 'min-w-0'}`}
      style={{ width }}
      data-node={node.id}
    >
      <ShareContext value={stacked ? 1 : (share * node.span) / 24}>
        <BoardItem node={node} level={level} position={position} siblingCount={siblingCount} className={isContainer ? 'pb-2' : leafFrame}>
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
