/** A 24 × 24 line icon, hidden from screen readers. */
export function SvgIcon({ path, stroke = 1.7, className = 'icon' }: { path: string; stroke?: number; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** Line icons on a 24 × 24 grid. A custom set is smaller than three icons of a library. */
const paths = {
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 17h6M17 14v6',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  ban: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M6 6l12 12',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  bookmark: 'M6 4h12v16.500l-6-4.500-6 4.500z',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  book: 'M19 20H7a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h12zM5 18a2 2 0 0 1 2-2h12',
  box: 'M4 7.500 12 3l8 4.500v9L12 21l-8-4.500zM4 7.500l8 4.500 8-4.500M12 12v9',
  braces:
    'M9 4c-3 0-3 1-3 3v2c0 2-1 3-2.500 3 1.500 0 2.500 1 2.500 3v2c0 2 0 3 3 3M15 4c3 0 3 1 3 3v2c0 2 1 3 2.500 3-1.500 0-2.500 1-2.500 3v2c0 2 0 3-3 3',
  calendar: 'M4 5.500h16V20H4zM4 10.500h16M8.500 3v5M15.500 3v5',
  case: 'M3 6h6l2 2.500h10V19H3zM12 11.500v3M12 16.700h.01',
  channel: 'M3 10h4v4H3zM15 4h5v4h-5zM15 10h5v4h-5zM15 16h5v4h-5zM7 12h8M11 6h4M11 6v12h4',
  chart: 'M4 20h16M7.500 16.500v-5M12 16.500v-10M16.500 16.500v-7',
  check: 'm5 12 5 5L19 7',
  checklist: 'm4 6.500 1.500 1.500 3-3M11.500 6.500H20M4 12.500l1.500 1.500 3-3M11.500 12.500H20M4 18.500l1.500 1.500 3-3M11.500 18.500H20',
  circleCheck: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M8.500 12l2.500 2.500 4.500-5',
  clipboard: 'M8 5H5v16h14V5h-3M9 3h6v4H9zM9 12h6M9 16h4',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M12 7v5l3.500 2',
  clear: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M9 9l6 6M15 9l-6 6',
  close: 'm6 6 12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  database: 'M4 6c0-4 16-4 16 0s-16 4-16 0v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0',
  density: 'M4 4.500h16M4 19.500h16M12 8v8M9.500 10 12 7.500l2.500 2.500M9.500 14l2.500 2.500 2.500-2.500',
  diversion: 'M6 21V4M3 7l3-3 3 3M6 16c7 0 11-2 11-8M14 10.500l3-3 3 3',
  down: 'm6 9 6 6 6-6',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  download: 'M12 4v11.500M7.500 11l4.500 4.500 4.500-4.500M4 20h16',
  edit: 'M4 20h4L19.500 8.500l-4-4L4 16zM13 7l4 4',
  factory: 'M3 20V10l6 4v-4l6 4V4h4.500L21 20zM7 17h.01M11 17h.01M15 17h.01',
  file: 'M6 3h9l4 4v14H6zM14.500 3v4.500H19',
  fileCheck: 'M6 3h9l4 4v14H6zM14.500 3v4.500H19M9 14.500l2.500 2.500 4-4.500',
  fileText: 'M6 3h9l4 4v14H6zM14.500 3v4.500H19M9 12h7M9 16h7',
  filter: 'M4 6h16M7 12h10M10 18h4',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  fullScreenLeave: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  globe: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M3.500 12h17M12 3.500c-4.500 5-4.500 12 0 17 4.500-5 4.500-12 0-17',
  help: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M9.500 9.500c0-3.300 5-3.300 5 0 0 1.900-2.500 1.900-2.500 4M12 16.500h.01',
  home: 'm4 11 8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6',
  idCard: 'M3 5h18v14H3zM7 10h5M7 14h5M16.500 13a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3',
  layout: 'M4 4h16v16H4zM4 9.500h16M10 9.500V20',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  list: 'M8.500 6H20M8.500 12H20M8.500 18H20M4 6h.01M4 12h.01M4 18h.01',
  menuClose: 'M4 5h16M11 12h9M4 19h16M7.500 9 4 12l3.500 3',
  menuOpen: 'M4 5h16M4 12h9M4 19h16M16.500 9l3.500 3-3.500 3',
  more: 'M12 5h.01M12 12h.01M12 19h.01',
  nested: 'M4 6h.01M8 6h12M8 12h.01M12 12h8M8 18h.01M12 18h8',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20c.600-3.600 3-5 6.500-5s5.900 1.400 6.500 5M16 4.300a3.500 3.500 0 0 1 0 6.400M18 15.300c2.200.6 3.200 2.100 3.500 4.700',
  plus: 'M12 5v14M5 12h14',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3M20 14v.01M17 20h3v-3M14 20v.01',
  bars: 'M4 5v14M7.500 5v14M10 5v14M14 5v14M16.500 5v14M20 5v14',
  recall: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-4',
  reload: 'M20 12a8 8 0 1 1-2.300-5.700L20 8.500M20 4v4.500h-4.500',
  route:
    'M6 20.500A2.500 2.500 0 1 0 6 15.500a2.500 2.500 0 0 0 0 5M18 8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M8.500 18H15a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h6.500',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.500h.01M8 16.500h.01',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13M15.500 15.500l5 5',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  moon: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500',
  sheet: 'M6 3h9l4 4v14H6zM14.500 3v4.500H19M9 12h7v5H9zM12.500 12v5',
  shop: 'm4 9 1.500-5h13L20 9M4 9c0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0M6 12v8h12v-8M10 20v-5h4v5',
  signIn: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  signOut: 'M10 4H5v16h5M20 12H9.500M16 8l4 4-4 4',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  stairs: 'M3 20h5v-5h5v-5h5V5h3',
  stamp:
    'M5 20.500h14M6 17v-2.500C6 13 7 12.500 8.500 12.500h2C10.500 10 9 9 9 6.500a3 3 0 0 1 6 0C15 9 13.500 10 13.500 12.500h2c1.500 0 2.500.500 2.500 2V17z',
  sun: 'M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M5 5l1.800 1.800M17.200 17.200 19 19M5 19l1.800-1.800M17.200 6.800 19 5',
  tag: 'M20 4v8l-8.500 8.500-8-8L12 4zM16 8h.01',
  tasks: 'M20 11a8 8 0 0 0-14-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4l2-2M20 20v-5h-5',
  tray: 'M4 13h4.500l1.500 3h4l1.500-3H20M4 13 7 5h10l3 8v6H4z',
  tree: 'M10 3h4v4h-4zM3 17h4v4H3zM17 17h4v4h-4zM12 7v5M5 17v-5h14v5',
  truck: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  upload: 'M12 16V4.500M7.500 9 12 4.500 16.500 9M4 20h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 20c1-4 4-5 8-5s7 1 8 5',
} as const;
export type IconName = keyof typeof paths;

/** Decorative: the text or button next to it carries the meaning. */
export function Icon({ name, className = '', spinning = false }: { name: IconName; className?: string; spinning?: boolean }) {
  const stroke = name === 'more' || name === 'drag' ? 2.6 : 1.7;
  return <SvgIcon path={paths[name]} stroke={stroke} className={`icon ${spinning ? 'animate-spin' : ''} ${className}`} />;
}
