import { loadable } from './loadable';

export const AnswersPage = loadable(
  async () => (await import('@/features/answers/answers-page')).AnswersPage,
);
export const QueuePage = loadable(
  async () => (await import('@/features/answers/queue/queue-page')).QueuePage,
);
export const ObserversPage = loadable(
  async () =>
    (await import('@/features/observers/list/observers-page')).ObserversPage,
);
export const ImportPage = loadable(
  async () =>
    (await import('@/features/observers/import/import-page')).ImportPage,
);
export const ProfilePage = loadable(
  async () =>
    (await import('@/features/observers/profile/profile-page')).ProfilePage,
);
export const FormsPage = loadable(
  async () => (await import('@/features/forms/list/forms-page')).FormsPage,
);
export const NewFormPage = loadable(
  async () =>
    (await import('@/features/forms/opening/new-form-page')).NewFormPage,
);
export const EditFormPage = loadable(
  async () =>
    (await import('@/features/forms/opening/edit-form-page')).EditFormPage,
);
export const OutboxPage = loadable(
  async () => (await import('@/features/outbox/outbox-page')).OutboxPage,
);
export const StatisticsPage = loadable(
  async () =>
    (await import('@/features/statistics/statistics-page')).StatisticsPage,
);
export const StatisticPage = loadable(
  async () =>
    (await import('@/features/statistics/statistic-page')).StatisticPage,
);
export const CoveragePage = loadable(
  async () => (await import('@/features/coverage/coverage-page')).CoveragePage,
);
export const PlanImportPage = loadable(
  async () =>
    (await import('@/features/coverage/plan/import/plan-import-page'))
      .PlanImportPage,
);
export const WallScreen = loadable(
  async () => (await import('@/app/shell/wall-screen')).WallScreen,
);
export const NotificationsPage = loadable(
  async () =>
    (await import('@/features/notifications/compose/notifications-page'))
      .NotificationsPage,
);
export const HistoryPage = loadable(
  async () =>
    (await import('@/features/notifications/history/history-page')).HistoryPage,
);
export const AccountsPage = loadable(
  async () => (await import('@/features/accounts/accounts-page')).AccountsPage,
);
export const MyAccountPage = loadable(
  async () =>
    (await import('@/features/accounts/my-account-page')).MyAccountPage,
);
export const CountiesPage = loadable(
  async () =>
    (await import('@/features/polling-stations/counties-page')).CountiesPage,
);
export const PlacesImportPage = loadable(
  async () =>
    (await import('@/features/polling-stations/import/places-import-page'))
      .PlacesImportPage,
);
export const CountyPage = loadable(
  async () =>
    (await import('@/features/polling-stations/county-page')).CountyPage,
);
export const CountyEditPage = loadable(
  async () =>
    (await import('@/features/polling-stations/county-edit-page'))
      .CountyEditPage,
);
