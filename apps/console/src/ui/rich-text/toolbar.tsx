import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, useRef } from 'react';
import { PICTURES } from '../../data/upload.ts';
import { useWords } from '../../data/words.ts';
import { Colours } from './colours.tsx';
import { Picture } from './icons.tsx';
import { LinkTool } from './link-tool.tsx';
import { PictureTool } from './picture-tool.tsx';
import { LineTool, SizeTool } from './sizes-tool.tsx';
import { TableTool } from './table-tool.tsx';
import { Tool } from './tool.tsx';

interface ToolbarProps {
  editor: Editor;
  /** The HTML view is open: only the tools that leave it work. */
  source: boolean;
  onSource: () => void;
  wide: boolean;
  onWide: () => void;
  onPictures: (files: File[]) => void;
  finding: boolean;
  onFind: () => void;
}

const INKS = ['#000000', '#595959', '#8c8c8c', '#cf1322', '#d46b08', '#ad6800', '#389e0d', '#08979c', '#0958d9', '#c41d7f'] as const;
const MARKERS = ['#fff1f0', '#fff7e6', '#fffbe6', '#fcffe6', '#f6ffed', '#e6fffb', '#e6f4ff', '#f0f5ff', '#fff0f6', '#f0f0f0'] as const;
const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
const HEADINGS = [0, 1, 2, 3, 4] as const;

/** Arrow keys move between tools. Tab stops only at the style tool, then goes to the text. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button.rich-tool:not(:disabled)')];
  const at = tools.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  tools[(at + step + tools.length) % tools.length]?.focus();
}

export function Toolbar({ editor, source, onSource, wide, onWide, onPictures, finding, onFind }: ToolbarProps) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      underline: at.isActive('underline'),
      strike: at.isActive('strike'),
      subscript: at.isActive('subscript'),
      superscript: at.isActive('superscript'),
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
  const off = source || !now.editable;
  const run = () => editor.chain().focus();
  const name = (level: number) => (level === 0 ? t('editor.paragraph') : t('editor.heading', { level }));

  return (
    <div className="rich-toolbar" role="toolbar" aria-label={t('shell.editor')} onKeyDown={walk}>
      <div>
        <Tool picture="undo" label={t('editor.undo')} keys="Ctrl+Z" disabled={off || !now.undo} onClick={() => run().undo().run()} />
        <Tool picture="redo" label={t('editor.redo')} keys="Ctrl+Y" disabled={off || !now.redo} onClick={() => run().redo().run()} />
      </div>
      <div>
        <Dropdown
          trigger={['click']}
          disabled={off}
          menu={{
            selectedKeys: [String(now.level)],
            items: HEADINGS.map((level) => ({
              key: String(level),
              label: <span className={`rich-heading-${level}`}>{name(level)}</span>,
              onClick: () => (level === 0 ? run().setParagraph().run() : run().setHeading({ level }).run()),
            })),
          }}
        >
          <Button
            type="text"
            size="small"
            className="rich-tool rich-tool-text"
            aria-label={`${t('editor.style')} ${name(now.level)}`}
            disabled={off}
          >
            {name(now.level)} <Picture name="down" />
          </Button>
        </Dropdown>
        <SizeTool editor={editor} value={now.size} disabled={off} />
        <LineTool editor={editor} value={now.line} disabled={off} />
      </div>
      <div>
        <Tool picture="bold" label={t('editor.bold')} keys="Ctrl+B" on={now.bold} disabled={off} onClick={() => run().toggleBold().run()} />
        <Tool
          picture="italic"
          label={t('editor.italic')}
          keys="Ctrl+I"
          on={now.italic}
          disabled={off}
          onClick={() => run().toggleItalic().run()}
        />
        <Tool
          picture="underline"
          label={t('editor.underline')}
          keys="Ctrl+U"
          on={now.underline}
          disabled={off}
          onClick={() => run().toggleUnderline().run()}
        />
        <Tool picture="strike" label={t('editor.strike')} on={now.strike} disabled={off} onClick={() => run().toggleStrike().run()} />
        <Tool
          picture="sub"
          label={t('editor.subscript')}
          on={now.subscript}
          disabled={off}
          onClick={() => run().toggleMark('subscript').run()}
        />
        <Tool
          picture="sup"
          label={t('editor.superscript')}
          on={now.superscript}
          disabled={off}
          onClick={() => run().toggleMark('superscript').run()}
        />
        <Colours
          picture="ink"
          label={t('editor.ink')}
          colours={INKS}
          value={now.ink}
          disabled={off}
          onChange={(colour) => (colour ? run().setColor(colour).run() : run().unsetColor().run())}
        />
        <Colours
          picture="marker"
          label={t('editor.marker')}
          colours={MARKERS}
          value={now.marker}
          disabled={off}
          onChange={(colour) => (colour ? run().setBackgroundColor(colour).run() : run().unsetBackgroundColor().run())}
        />
      </div>
      <div>
        {ALIGNMENTS.map((align) => (
          <Tool
            key={align}
            picture={align}
            label={t(`editor.align.${align}`)}
            on={now.align === align}
            disabled={off}
            onClick={() => run().setTextAlign(align).run()}
          />
        ))}
      </div>
      <div>
        <Tool
          picture="bullets"
          label={t('editor.bullets')}
          on={now.bullets}
          disabled={off}
          onClick={() => run().toggleBulletList().run()}
        />
        <Tool
          picture="numbers"
          label={t('editor.numbers')}
          on={now.numbers}
          disabled={off}
          onClick={() => run().toggleOrderedList().run()}
        />
        <Tool picture="quote" label={t('editor.quote')} on={now.quote} disabled={off} onClick={() => run().toggleBlockquote().run()} />
        <Tool picture="code" label={t('editor.code')} on={now.code} disabled={off} onClick={() => run().toggleCodeBlock().run()} />
        <Tool picture="rule" label={t('editor.rule')} disabled={off} onClick={() => run().setHorizontalRule().run()} />
      </div>
      <div>
        <LinkTool editor={editor} on={now.link} disabled={off} />
        <input
          ref={input}
          type="file"
          accept={PICTURES}
          multiple
          style={{ display: 'none' }}
          onChange={({ target }) => {
            onPictures([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <PictureTool editor={editor} selected={now.image} disabled={off} onAsk={() => input.current?.click()} />
        <TableTool editor={editor} inside={now.table} disabled={off} />
      </div>
      <div>
        <Tool
          picture="clear"
          label={t('editor.clear')}
          disabled={off}
          onClick={() => run().unsetAllMarks().unsetTextAlign().clearNodes().run()}
        />
        <Tool picture="find" label={t('editor.find')} keys="Ctrl+F" on={finding} disabled={source} onClick={onFind} />
        <Tool picture="source" label={t('editor.source')} on={source} byTab={source} disabled={!now.editable} onClick={onSource} />
        <Tool
          picture={wide ? 'narrow' : 'wide'}
          label={wide ? t('shell.fullScreenLeave') : t('shell.fullScreen')}
          on={wide}
          onClick={onWide}
        />
      </div>
    </div>
  );
}
