import type { ComponentProps } from 'react';

export interface PlainButtonProps extends ComponentProps<'button'> {
  /** `solid` is the primary action, `text` has no border. */
  variant?: 'text' | 'solid' | 'outlined';
  /** `icon` and `small` are squares, the others are as wide as their content. */
  size?: keyof typeof sizes;
}

const layout = 'relative inline-flex flex-none items-center justify-center gap-2 border [font:inherit] whitespace-nowrap';
const behaviour = 'cursor-pointer transition-[background,border-color,color]';

const variants = {
  text: 'border-transparent bg-transparent text-ink hover:bg-hover',
  outlined: 'border-edge bg-surface text-ink hover:border-primary-strong hover:text-primary-strong',
  solid: 'border-transparent bg-primary text-on-primary hover:bg-primary-strong',
};

const sizes = {
  icon: 'size-8 rounded p-0',
  small: 'size-6 rounded-sm p-0',
  normal: 'h-8 rounded px-[15px] py-0',
  tall: 'h-10 rounded px-2 py-0',
};

/** Without antd, for the shell, the home page and error states. */
export function PlainButton({
  variant = 'outlined',
  size = variant === 'text' ? 'icon' : 'normal',
  className = '',
  ...rest
}: PlainButtonProps) {
  return <button type="button" {...rest} className={`${layout} ${behaviour} ${variants[variant]} ${sizes[size]} ${className}`} />;
}
