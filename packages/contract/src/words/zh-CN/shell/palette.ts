/** Words of the palette. */
export const palette = {
  'shell.palette': '命令面板',
} as const;
