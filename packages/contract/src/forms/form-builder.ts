/**
 * Keys of the unsaved draft in the browser's storage, with the prefix of the product: components, their version, the last numbers of
 * components and of option tree entries, and the form settings. Other programs rely on these five keys. The form designer has no API.
 * `tool/form` stores its forms.
 */
export const draftKeys = {
  items: 'suyuan.drawingItems',
  version: 'suyuan.DRAWING_ITEMS_VERSION',
  id: 'suyuan.idGlobal',
  treeNode: 'suyuan.treeNodeId',
  form: 'suyuan.formConf',
} as const;
