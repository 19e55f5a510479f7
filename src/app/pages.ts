import type { ComponentType } from 'react';

import { loadScreenTexts } from '@/app/i18n';
import { currentMinute } from '@/ui/use-now';

import type { Loadable } from './loadable';
import { loadable } from './loadable';

/** A screen that needs more than the first texts. */
function screen(load: () => Promise<ComponentType>): Loadable {
  return loadable(async () => {
    const [Page] = await Promise.all([load(), loadScreenTexts()]);
    return Page;
  });
}

export const AnswersPage = loadable(
  async () => (await import('@/features/answers/answers-page')).AnswersPage,
);
export const QueuePage = screen(
  async () => (await import('@/features/answers/queue/queue-page')).QueuePage,
);
export const ObserversPage = screen(
  async () =>
    (await import('@/features/observers/list/observers-page')).ObserversPage,
);
export const ImportPage = screen(
  async () =>
    (await import('@/features/observers/import/import-page')).ImportPage,
);
export const ProfilePage = screen(
  async () =>
    (await import('@/features/observers/profile/profile-page')).ProfilePage,
);
export const FormsPage = screen(
  async () => (await import('@/features/forms/list/forms-page')).FormsPage,
);
export const NewFormPage = screen(
  async () =>
    (await import('@/features/forms/opening/new-form-page')).NewFormPage,
);
export const EditFormPage = screen(
  async () =>
    (await import('@/features/forms/opening/edit-form-page')).EditFormPage,
);
export const OutboxPage = screen(
  async () => (await import('@/features/outbox/outbox-page')).OutboxPage,
);
export const StatisticsPage = screen(
  async () =>
    (await import('@/features/statistics/statistics-page')).StatisticsPage,
);
export const StatisticPage = screen(
  async () =>
    (await import('@/features/statistics/statistic-page')).StatisticPage,
);
export const CoveragePage = screen(
  async () => (await import('@/features/coverage/coverage-page')).CoveragePage,
);
/** Loads the screen, and reads and counts its figures. */
export async function prepareCoverage(): Promise<void> {
  const [data] = await Promise.all([
    import('@/data/coverage/coverage'),
    CoveragePage.load(),
  ]);
  await data.prepareCoverage(currentMinute());
}
export const PlanImportPage = screen(
  async () =>
    (await import('@/features/coverage/plan/import/plan-import-page'))
      .PlanImportPage,
);
export const WallScreen = screen(
  async () => (await import('@/app/shell/wall-screen')).WallScreen,
);
export const NotificationsPage = screen(
  async () =>
    (await import('@/features/notifications/compose/notifications-page'))
      .NotificationsPage,
);
export const HistoryPage = screen(
  async () =>
    (await import('@/features/notifications/history/history-page')).HistoryPage,
);
export const AccountsPage = screen(
  async () => (await import('@/features/accounts/accounts-page')).AccountsPage,
);
export const AuditPage = screen(
  async () => (await import('@/features/audit/audit-page')).AuditPage,
);
export const MyAccountPage = screen(
  async () =>
    (await import('@/features/accounts/my-account-page')).MyAccountPage,
);
export const CountiesPage = screen(
  async () =>
    (await import('@/features/polling-stations/counties-page')).CountiesPage,
);
export const PlacesImportPage = screen(
  async () =>
    (await import('@/features/polling-stations/import/places-import-page'))
      .PlacesImportPage,
);
export const CountyPage = screen(
  async () =>
    (await import('@/features/polling-stations/county-page')).CountyPage,
);
export const CountyEditPage = screen(
  async () =>
    (await import('@/features/polling-stations/county-edit-page'))
      .CountyEditPage,
);
