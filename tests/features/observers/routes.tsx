import { ImportPage } from '@/features/observers/import/import-page';
import { ObserversPage } from '@/features/observers/list/observers-page';
import { ProfilePage } from '@/features/observers/profile/profile-page';

import { elsewhere } from '../../support/screen';

/** The list and the import. */
export const listRoutes = [
  { path: '/observatori', element: <ObserversPage /> },
  { path: '/observatori/import', element: <ImportPage /> },
  elsewhere,
];

/** A profile, and the list as a word. */
export const profileRoutes = [
  { path: '/observatori/profil/:state/:id?', element: <ProfilePage /> },
  { path: '/observatori', element: <p>Lista observatorilor</p> },
];
