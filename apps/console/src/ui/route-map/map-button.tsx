import { Button } from 'antd';

export function MapButton({ label, children, on, onClick }: { label: string; children: string; on?: boolean; onClick: () => void }) {
  return (
    <Button aria-label={label} title={label} {...(on !== undefined && { 'aria-pressed': on })} onClick={onClick}>
      {children}
    </Button>
  );
}
