import { configure } from '@testing-library/react';
import { beforeAll, beforeEach, vi } from 'vitest';

import { FormsPage } from '@/features/forms/list/forms-page';
import { EditFormPage } from '@/features/forms/opening/edit-form-page';
import { NewFormPage } from '@/features/forms/opening/new-form-page';
import { preferences } from '@/state/preferences';

import { guarded } from '../../support/guarded';
import { prepareScreen } from '../../support/screen';

const routes = guarded([
  { path: '/formulare', element: <FormsPage /> },
  { path: '/formulare/nou', element: <NewFormPage /> },
  { path: '/formulare/:formId', element: <EditFormPage /> },
  { path: '/answers', element: <p>Raportări</p> },
]);

/** The stage with the screens of the forms, in a window where every row fits. */
export function prepareForms() {
  const stage = prepareScreen(routes);
  // An editor has hundreds of controls: to find the hidden ones takes seconds.
  beforeAll(() => {
    configure({ defaultHidden: true });
    return () => configure({ defaultHidden: false });
  });
  beforeEach(() => {
    Object.assign(preferences, { formOrder: [], formTab: 'public' });
    lendHeights();
  });
  return stage;
}

/** There is no layout here: a high window, and rows of 40 px. */
function lendHeights(): void {
  for (const height of ['offsetHeight', 'clientHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, height, 'get').mockImplementation(
      function read(this: HTMLElement) {
        return this.dataset['index'] === undefined ? 4000 : 40;
      },
    );
  }
}
