import { lazy } from 'react';

export const loadAnswers = () => import('@/features/answers/answers-page');
const loadObservers = () => import('@/features/observers/list/observers-page');
const loadImport = () => import('@/features/observers/import/import-page');
export const loadProfile = () =>
  import('@/features/observers/profile/profile-page');
const loadForms = () => import('@/features/forms/list/forms-page');
const loadNewForm = () => import('@/features/forms/opening/new-form-page');
const loadEditForm = () => import('@/features/forms/opening/edit-form-page');
export const loadOutbox = () => import('@/features/outbox/outbox-page');
const loadStatistics = () => import('@/features/statistics/statistics-page');
const loadStatistic = () => import('@/features/statistics/statistic-page');
const loadNotifications = () =>
  import('@/features/notifications/compose/notifications-page');
const loadHistory = () =>
  import('@/features/notifications/history/history-page');
const loadCounties = () => import('@/features/polling-stations/counties-page');
const loadCounty = () => import('@/features/polling-stations/county-page');
const loadCountyEdit = () =>
  import('@/features/polling-stations/county-edit-page');

export const AnswersPage = lazy(async () => ({
  default: (await loadAnswers()).AnswersPage,
}));
export const ObserversPage = lazy(async () => ({
  default: (await loadObservers()).ObserversPage,
}));
export const ImportPage = lazy(async () => ({
  default: (await loadImport()).ImportPage,
}));
export const ProfilePage = lazy(async () => ({
  default: (await loadProfile()).ProfilePage,
}));
export const FormsPage = lazy(async () => ({
  default: (await loadForms()).FormsPage,
}));
export const NewFormPage = lazy(async () => ({
  default: (await loadNewForm()).NewFormPage,
}));
export const EditFormPage = lazy(async () => ({
  default: (await loadEditForm()).EditFormPage,
}));
export const OutboxPage = lazy(async () => ({
  default: (await loadOutbox()).OutboxPage,
}));
export const StatisticsPage = lazy(async () => ({
  default: (await loadStatistics()).StatisticsPage,
}));
export const StatisticPage = lazy(async () => ({
  default: (await loadStatistic()).StatisticPage,
}));
export const NotificationsPage = lazy(async () => ({
  default: (await loadNotifications()).NotificationsPage,
}));
export const HistoryPage = lazy(async () => ({
  default: (await loadHistory()).HistoryPage,
}));
export const CountiesPage = lazy(async () => ({
  default: (await loadCounties()).CountiesPage,
}));
export const CountyPage = lazy(async () => ({
  default: (await loadCounty()).CountyPage,
}));
export const CountyEditPage = lazy(async () => ({
  default: (await loadCountyEdit()).CountyEditPage,
}));
