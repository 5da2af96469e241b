/**
 * Browser storage keys of the unsaved draft: components, their version, last numbers of components and option tree entries, form
 * settings. Other programs rely on them. `tool/form` stores the forms.
 */
export const draftKeys = {
  items: 'suyuan.drawingItems',
  version: 'suyuan.DRAWING_ITEMS_VERSION',
  id: 'suyuan.idGlobal',
  treeNode: 'suyuan.treeNodeId',
  form: 'suyuan.formConf',
} as const;
