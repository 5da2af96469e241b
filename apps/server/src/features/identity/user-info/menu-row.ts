/** A row of the menu table, as the tree of pages is built from it. */
export interface MenuRow {
  menuId: number;
  /** 0 at the top. */
  parentId: number;
  menuName: string;
  path: string;
  component: string | null;
  query: string | null;
  routeName: string;
  /** 1: a page of ours, 0: opens outside. */
  isFrame: number;
  /** 1: the page does not stay alive. */
  isCache: number;
  /** M directory, C page, F button. */
  menuType: string;
  /** `1`: reachable, but not in the menu. */
  visible: string;
  perms: string | null;
  icon: string;
}
