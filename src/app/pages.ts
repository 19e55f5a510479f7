import type { ComponentType } from 'react';

import { loadScreenTexts } from '@/app/i18n';

/** Loads a screen, and what it says beside the first texts; for `lazy` of its route. */
export type LoadScreen = () => Promise<{ Component: ComponentType }>;

function screen(load: () => Promise<ComponentType>): LoadScreen {
  return async () => {
    const [Component] = await Promise.all([load(), loadScreenTexts()]);
    return { Component };
  };
}

export const loadQueue = screen(
  async () => (await import('@/features/answers/queue/queue-page')).QueuePage,
);
export const loadObservers = screen(
  async () =>
    (await import('@/features/observers/list/observers-page')).ObserversPage,
);
export const loadImport = screen(
  async () =>
    (await import('@/features/observers/import/import-page')).ImportPage,
);
export const loadProfile = screen(
  async () =>
    (await import('@/features/observers/profile/profile-page')).ProfilePage,
);
export const loadForms = screen(
  async () => (await import('@/features/forms/list/forms-page')).FormsPage,
);
export const loadNewForm = screen(
  async () =>
    (await import('@/features/forms/opening/new-form-page')).NewFormPage,
);
export const loadEditForm = screen(
  async () =>
    (await import('@/features/forms/opening/edit-form-page')).EditFormPage,
);
export const loadOutbox = screen(
  async () => (await import('@/features/outbox/outbox-page')).OutboxPage,
);
export const loadSearch = screen(
  async () => (await import('@/app/shell/pages/search-screen')).SearchScreen,
);
export const loadStatistics = screen(
  async () =>
    (await import('@/features/statistics/statistics-page')).StatisticsPage,
);
export const loadStatistic = screen(
  async () =>
    (await import('@/features/statistics/statistic-page')).StatisticPage,
);
export const loadQuestions = screen(
  async () =>
    (await import('@/features/questions/questions-page')).QuestionsPage,
);
export const loadQuestion = screen(
  async () => (await import('@/features/questions/question-page')).QuestionPage,
);
export const loadAgreement = screen(
  async () =>
    (await import('@/features/questions/agreement/agreement-page'))
      .AgreementPage,
);
export const loadComparison = screen(
  async () =>
    (await import('@/features/questions/agreement/comparison-page'))
      .ComparisonPage,
);
export const loadCoverage = screen(
  async () => (await import('@/features/coverage/coverage-page')).CoveragePage,
);
export const loadPlanImport = screen(
  async () =>
    (await import('@/features/coverage/plan/import/plan-import-page'))
      .PlanImportPage,
);
export const loadWall = screen(
  async () => (await import('@/app/shell/wall-screen')).WallScreen,
);
export const loadNotifications = screen(
  async () =>
    (await import('@/features/notifications/compose/notifications-page'))
      .NotificationsPage,
);
export const loadHistory = screen(
  async () =>
    (await import('@/features/notifications/history/history-page')).HistoryPage,
);
export const loadAccounts = screen(
  async () => (await import('@/features/accounts/accounts-page')).AccountsPage,
);
export const loadAudit = screen(
  async () => (await import('@/features/audit/audit-page')).AuditPage,
);
export const loadMyAccount = screen(
  async () =>
    (await import('@/features/accounts/my-account-page')).MyAccountPage,
);
/** In place of every screen while the server requires a second factor. */
export const loadSetUp = screen(
  async () =>
    (await import('@/features/accounts/second-factor/set-up-page')).SetUpPage,
);
export const loadCounties = screen(
  async () =>
    (await import('@/features/polling-stations/counties-page')).CountiesPage,
);
export const loadPlacesImport = screen(
  async () =>
    (await import('@/features/polling-stations/import/places-import-page'))
      .PlacesImportPage,
);
export const loadCounty = screen(
  async () =>
    (await import('@/features/polling-stations/county-page')).CountyPage,
);
export const loadCountyEdit = screen(
  async () =>
    (await import('@/features/polling-stations/county-edit-page'))
      .CountyEditPage,
);
