import type { WordKey } from '@suyuan/contract';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { IMAGE_EXTENSIONS } from '../../data/upload.ts';
import { ColourPicker, FontSizeTool, LineHeightTool, markers, textColours } from './format-tools.tsx';
import { LinkTool, PictureTool } from './insert-tools.tsx';
import { TableTool } from './table-tool.tsx';
import { ToolbarButton, ToolbarIcon, tool } from './toolbar-button.tsx';

interface ToolbarProps {
  editor: Editor;
  /** The HTML view is open: only the tools that leave it work. */
  sourceOpen: boolean;
  onSource: () => void;
  fullScreen: boolean;
  onToggleFullScreen: () => void;
  onImages: (files: File[]) => void;
  findOpen: boolean;
  onFind: () => void;
}

const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
const HEADINGS = [0, 1, 2, 3, 4] as const;
const HEADING_LOOKS = ['', 'text-lg font-semibold', 'text-[18px] font-semibold', 'text-base font-semibold', 'font-semibold'] as const;

interface ToggleTool {
  icon: 'bold' | 'italic' | 'underline' | 'strike' | 'sub' | 'sup' | 'bullets' | 'numbers' | 'quote' | 'code';
  label: WordKey;
  shortcut?: string;
  toggle: (chain: ChainedCommands) => ChainedCommands;
}

const MARK_TOOLS: readonly ToggleTool[] = [
  { icon: 'bold', label: 'editor.bold', shortcut: 'B', toggle: (chain) => chain.toggleBold() },
  { icon: 'italic', label: 'editor.italic', shortcut: 'I', toggle: (chain) => chain.toggleItalic() },
  { icon: 'underline', label: 'editor.underline', shortcut: 'U', toggle: (chain) => chain.toggleUnderline() },
  { icon: 'strike', label: 'editor.strike', toggle: (chain) => chain.toggleStrike() },
  { icon: 'sub', label: 'editor.subscript', toggle: (chain) => chain.toggleMark('subscript') },
  { icon: 'sup', label: 'editor.superscript', toggle: (chain) => chain.toggleMark('superscript') },
];

const BLOCK_TOOLS: readonly ToggleTool[] = [
  { icon: 'bullets', label: 'editor.bullets', toggle: (chain) => chain.toggleBulletList() },
  { icon: 'numbers', label: 'editor.numbers', toggle: (chain) => chain.toggleOrderedList() },
  { icon: 'quote', label: 'editor.quote', toggle: (chain) => chain.toggleBlockquote() },
  { icon: 'code', label: 'editor.code', toggle: (chain) => chain.toggleCodeBlock() },
];

/** Arrow keys move between tools. Tab stops only at the style tool, then goes to the text. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = tools.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  tools[(at + step + tools.length) % tools.length]?.focus();
}

/** Groups are in a row, so that the toolbar is one line on a window of 1440 px. */
const ToolGroup = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center border-edge px-1 not-first:border-s">{children}</div>
);

/** What is active at the selection, and what can be done there. */
function useToolbarState(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      underline: at.isActive('underline'),
      strike: at.isActive('strike'),
      sub: at.isActive('subscript'),
      sup: at.isActive('superscript'),
      quote: at.isActive('blockquote'),
      code: at.isActive('codeBlock'),
      bullets: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      link: at.isActive('link'),
      table: at.isActive('table'),
      level: HEADINGS.find((level) => level > 0 && at.isActive('heading', { level })) ?? 0,
      align: ALIGNMENTS.find((align) => at.isActive({ textAlign: align })) ?? 'left',
      ink: at.getAttributes('textStyle').color as string | undefined,
      marker: at.getAttributes('textStyle').backgroundColor as string | undefined,
      size: at.getAttributes('textStyle').fontSize as string | undefined,
      line: at.getAttributes('textStyle').lineHeight as string | undefined,
      image: at.isActive('image'),
      undo: at.can().undo(),
      redo: at.can().redo(),
      editable: at.isEditable,
    }),
  });
}

export function Toolbar({ editor, sourceOpen, onSource, fullScreen, onToggleFullScreen, onImages, findOpen, onFind }: ToolbarProps) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const current = useToolbarState(editor);
  const isDisabled = sourceOpen || !current.editable;
  const run = () => editor.chain().focus();
  const renderToggle = ({ icon, label, shortcut, toggle }: ToggleTool) => (
    <ToolbarButton
      key={icon}
      icon={icon}
      label={t(label)}
      {...(shortcut && { shortcut })}
      active={current[icon]}
      disabled={isDisabled}
      onClick={() => toggle(run()).run()}
    />
  );
  const name = (level: number) => (level === 0 ? t('editor.paragraph') : t('editor.heading', { level }));

  return (
    <div
      className="flex flex-wrap gap-y-1 rounded-t border-b border-edge bg-fill px-2 py-1 max-md:flex-nowrap max-md:overflow-x-auto"
      role="toolbar"
      aria-label={t('shell.editor')}
      onKeyDown={moveFocus}
    >
      <ToolGroup>
        <ToolbarButton
          icon="undo"
          label={t('editor.undo')}
          shortcut="Z"
          disabled={isDisabled || !current.undo}
          onClick={() => run().undo().run()}
        />
        <ToolbarButton
          icon="redo"
          label={t('editor.redo')}
          shortcut="Y"
          disabled={isDisabled || !current.redo}
          onClick={() => run().redo().run()}
        />
      </ToolGroup>
      <ToolGroup>
        <Dropdown
          trigger={['click']}
          disabled={isDisabled}
          menu={{
            selectedKeys: [String(current.level)],
            items: HEADINGS.map((level) => ({
              key: String(level),
              label: <span className={HEADING_LOOKS[level]}>{name(level)}</span>,
              onClick: () => (level === 0 ? run().setParagraph().run() : run().setHeading({ level }).run()),
            })),
          }}
        >
          <Button
            type="text"
            size="small"
            className={`min-w-21 justify-between! disabled:text-ink! ${tool}`}
            aria-label={`${t('editor.style')} ${name(current.level)}`}
            disabled={isDisabled}
          >
            {name(current.level)} <ToolbarIcon name="down" />
          </Button>
        </Dropdown>
        <FontSizeTool editor={editor} value={current.size} disabled={isDisabled} />
        <LineHeightTool editor={editor} value={current.line} disabled={isDisabled} />
      </ToolGroup>
      <ToolGroup>
        {MARK_TOOLS.map(renderToggle)}
        <ColourPicker
          icon="ink"
          label={t('editor.ink')}
          colours={textColours}
          value={current.ink}
          disabled={isDisabled}
          onChange={(colour) => (colour ? run().setColor(colour).run() : run().unsetColor().run())}
        />
        <ColourPicker
          icon="marker"
          label={t('editor.marker')}
          colours={markers}
          value={current.marker}
          disabled={isDisabled}
          onChange={(colour) => (colour ? run().setBackgroundColor(colour).run() : run().unsetBackgroundColor().run())}
        />
      </ToolGroup>
      <ToolGroup>
        {ALIGNMENTS.map((align) => (
          <ToolbarButton
            key={align}
            icon={align}
            label={t(`editor.align.${align}`)}
            active={current.align === align}
            disabled={isDisabled}
            onClick={() => run().setTextAlign(align).run()}
          />
        ))}
      </ToolGroup>
      <ToolGroup>
        {BLOCK_TOOLS.map(renderToggle)}
        <ToolbarButton icon="rule" label={t('editor.rule')} disabled={isDisabled} onClick={() => run().setHorizontalRule().run()} />
      </ToolGroup>
      <ToolGroup>
        <LinkTool editor={editor} active={current.link} disabled={isDisabled} />
        <input
          ref={input}
          type="file"
          accept={IMAGE_EXTENSIONS}
          multiple
          style={{ display: 'none' }}
          onChange={({ target }) => {
            onImages([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <PictureTool editor={editor} selected={current.image} disabled={isDisabled} onSelectFile={() => input.current?.click()} />
        <TableTool editor={editor} inTable={current.table} disabled={isDisabled} />
      </ToolGroup>
      <ToolGroup>
        <ToolbarButton
          icon="clear"
          label={t('editor.clear')}
          disabled={isDisabled}
          onClick={() => run().unsetAllMarks().unsetTextAlign().clearNodes().run()}
        />
        <ToolbarButton icon="find" label={t('editor.find')} shortcut="F" active={findOpen} disabled={sourceOpen} onClick={onFind} />
        <ToolbarButton
          icon="source"
          label={t('editor.source')}
          active={sourceOpen}
          tabStop={sourceOpen}
          disabled={!current.editable}
          onClick={onSource}
        />
        <ToolbarButton
          icon={fullScreen ? 'narrow' : 'wide'}
          label={fullScreen ? t('shell.fullScreenLeave') : t('shell.fullScreen')}
          active={fullScreen}
          onClick={onToggleFullScreen}
        />
      </ToolGroup>
    </div>
  );
}
