/**
 * The form designer makes no calls of its own: forms are kept by `tool/form`. What others rely on is where a browser keeps the draft
 * that nobody saved: the five keys of the specification (§3) behind our prefix, namely the components, their version, the last number
 * given to a component and to an entry of an option tree, and the settings of the form.
 */
export const draftKeys = {
  items: 'suyuan.drawingItems',
  version: 'suyuan.DRAWING_ITEMS_VERSION',
  id: 'suyuan.idGlobal',
  treeNode: 'suyuan.treeNodeId',
  form: 'suyuan.formConf',
} as const;
