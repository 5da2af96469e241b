import { Button, Input } from 'antd';
import { useState } from 'react';
import { useWords } from '../data/words.ts';
import { Icon } from './icon.tsx';
import { groupDigits } from './numbers.ts';
import './simple-pages.css';

interface SimplePagesProps {
  current: number;
  pageSize: number;
  total: number;
  onTurn: (page: number) => void;
}

/** A page past the end shows the last page, e.g. after its rows were deleted. */
export function SimplePages({ current: asked, pageSize, total, onTurn }: SimplePagesProps) {
  const t = useWords();
  const [typed, type] = useState<string>();
  const last = Math.max(1, Math.ceil(total / pageSize));
  const current = Math.min(Math.max(asked || 1, 1), last);
  const turn = (page: number) => page >= 1 && page <= last && page !== current && onTurn(page);
  const leave = () => {
    const wanted = Number(typed?.replaceAll(/\D/g, '') || current);
    turn(Math.min(Math.max(wanted, 1), last));
    type(undefined);
  };
  return (
    <nav className="simple-pages" aria-label={t('kit.pageNum')}>
      <Button
        type="text"
        icon={<Icon name="down" className="simple-pages-back" />}
        aria-label={t('kit.pageBefore')}
        disabled={current <= 1}
        onClick={() => turn(current - 1)}
      />
      <Input
        inputMode="numeric"
        aria-label={t('kit.pageNum')}
        value={typed ?? groupDigits(current)}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onPressEnter={leave}
      />
      <span className="numeral">/ {groupDigits(last)}</span>
      <Button
        type="text"
        icon={<Icon name="down" className="simple-pages-on" />}
        aria-label={t('kit.pageAfter')}
        disabled={current >= last}
        onClick={() => turn(current + 1)}
      />
    </nav>
  );
}
