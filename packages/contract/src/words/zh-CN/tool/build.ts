/** Words of the form designer. */
export const build = {
  'tool.build': '表单设计器',
  'tool.build.purpose': '把组件拖到画布上，或用键盘排好，设好规则，试填后发布',
} as const;
