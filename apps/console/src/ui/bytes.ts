const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** 12.4 MB: decimal units, as disks and print shops use. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return '—';
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[power]}`;
}
