import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import './app.css';
import '../ui/ui.css';
import { Console } from './console.tsx';
import { PageFrame } from './page-frame.tsx';
import { Providers } from './providers.tsx';

export function mount() {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  createRoot(root).render(
    <BrowserRouter>
      <Providers>
        <PageFrame>
          <Console />
        </PageFrame>
      </Providers>
    </BrowserRouter>,
  );
}
