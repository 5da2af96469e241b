/** Words of the editor. */
export const editor = {
  'shell.editor': '富文本编辑器',
} as const;
