import { Button } from 'antd';

export function MapButton({
  label,
  children,
  pressed,
  onClick,
}: {
  label: string;
  children: string;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <Button aria-label={label} title={label} {...(pressed !== undefined && { 'aria-pressed': pressed })} onClick={onClick}>
      {children}
    </Button>
  );
}
