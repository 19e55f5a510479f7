import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Navigate } from 'react-router-dom';

import type { User } from '@/domain/user';

import { Home } from '@/app/shell/pages/home';
import { Layout } from '@/app/shell/layout';
import { NotFoundPage } from '@/app/shell/pages/not-found-page';
import { handleAt } from '@/app/navigation/app-router';
import type { RouteHandle } from '@/app/navigation/route-handle';
import type { Loadable } from './loadable';
import {
  AccountsPage,
  AnswersPage,
  AuditPage,
  CountiesPage,
  CountyEditPage,
  CountyPage,
  CoveragePage,
  HistoryPage,
  ImportPage,
  MyAccountPage,
  NotificationsPage,
  EditFormPage,
  FormsPage,
  NewFormPage,
  ObserversPage,
  OutboxPage,
  PlacesImportPage,
  PlanImportPage,
  prepareCoverage,
  ProfilePage,
  QueuePage,
  StatisticPage,
  StatisticsPage,
  WallScreen,
} from './pages';

/** The list and the threads opened from it: the focus stays in the list. */
const ANSWERS = 'answers';

/**
 * Every signed-in route of docs/specification.md 2, letter by letter, and our
 * own, such as /outbox.
 */
export function createRoutes(user: User): RouteObject[] {
  return [
    {
      element: <Layout user={user} />,
      children: [
        { path: '/', element: <Home /> },
        { path: '/login', element: <Navigate to="/answers" replace /> },
        page('/answers', 'shell.titles.answers', AnswersPage, ANSWERS),
        page(
          '/answers/details/:observerId/:pollingStationId',
          'shell.titles.answers',
          AnswersPage,
          ANSWERS,
        ),
        page(
          '/urgents/details/:observerId/:pollingStationId',
          'shell.titles.urgent',
          AnswersPage,
          ANSWERS,
        ),
        page('/urgents/queue', 'answers.queue.title', QueuePage),
        page('/observatori', 'shell.places.observers', ObserversPage),
        page('/observatori/import', 'shell.titles.import', ImportPage),
        page(
          '/observatori/profil/:state/:id?',
          'shell.titles.profile',
          ProfilePage,
        ),
        page('/formulare', 'forms.list', FormsPage),
        page('/formulare/nou', 'forms.newTitle', NewFormPage),
        page('/formulare/:formId', 'forms.edit', EditFormPage),
        page('/outbox', 'outbox.title', OutboxPage),
        page('/statistics', 'statistics.title', StatisticsPage),
        page('/statistics/:key', 'statistics.title', StatisticPage),
        prepared(
          page('/coverage', 'coverage.title', CoveragePage),
          prepareCoverage,
        ),
        page('/coverage/plan', 'plan.import.title', PlanImportPage),
        page('/notifications', 'shell.places.notifications', NotificationsPage),
        page('/notifications/history', 'shell.titles.history', HistoryPage),
        page('/polling-stations', 'stations.title', CountiesPage),
        page('/polling-stations/nou', 'stations.new', CountyEditPage),
        page('/polling-stations/import', 'places.title', PlacesImportPage),
        page('/polling-stations/:countyId', 'stations.title', CountyPage),
        page(
          '/polling-stations/:countyId/edit',
          'stations.edit',
          CountyEditPage,
        ),
        page('/accounts', 'accounts.title', AccountsPage),
        page('/account', 'account.title', MyAccountPage),
        page('/audit', 'audit.title', AuditPage),
        page('*', 'shell.notFound.title', NotFoundPage),
      ],
    },
    page('/wall', 'coverage.wall.title', WallScreen),
  ];
}

/** Loads the screen of a path, so that it can be drawn without a fallback. */
export async function loadScreen(user: User, path: string): Promise<void> {
  const handle = handleAt(createRoutes(user), path);
  // The empty route leads to the answers.
  if (handle) await handle.load?.();
  else await AnswersPage.load();
}

function page(
  path: string,
  title: string,
  Page: Loadable | (() => ReactNode),
  screen?: string,
) {
  const load = 'load' in Page ? Page.load : undefined;
  const handle: RouteHandle = { title, screen, load };
  return { path, element: <Page />, handle };
}

/** The same, with what is read before the screen is drawn. */
function prepared(
  { handle, ...route }: ReturnType<typeof page>,
  prepare: () => Promise<void>,
) {
  return { ...route, handle: { ...handle, prepare } };
}
