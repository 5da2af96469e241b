/** A menu row, as needed for the page tree. */
export interface MenuRow {
  menuId: number;
  /** 0 at the top level. */
  parentId: number;
  menuName: string;
  path: string;
  component: string | null;
  query: string | null;
  routeName: string;
  /** 1: internal page, 0: external link. */
  isFrame: number;
  /** 1: the page is not cached. */
  isCache: number;
  /** M directory, C page, F button. */
  menuType: string;
  /** `1`: hidden from the menu but reachable. */
  visible: string;
  perms: string | null;
  icon: string;
}
