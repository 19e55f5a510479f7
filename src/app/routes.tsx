import type { RouteObject } from 'react-router-dom';
import { Navigate } from 'react-router-dom';

import type { User } from '@/domain/user';

import { readCoverage } from '@/app/navigation/coverage-ahead';
import type { RouteHandle } from '@/app/navigation/route-handle';
import { Layout } from '@/app/shell/layout';
import { ErrorPage } from '@/app/shell/pages/error-page';
import { Home } from '@/app/shell/pages/home';
import { Loading } from '@/app/shell/pages/loading';
import { NotFoundPage } from '@/app/shell/pages/not-found-page';
import { AnswersPage } from '@/features/answers/answers-page';
import type { LoadScreen } from './pages';
import {
  loadAccounts,
  loadAgreement,
  loadAudit,
  loadComparison,
  loadCounties,
  loadCounty,
  loadCountyEdit,
  loadCoverage,
  loadEditForm,
  loadForms,
  loadHistory,
  loadImport,
  loadMyAccount,
  loadNewForm,
  loadNotifications,
  loadObservers,
  loadOutbox,
  loadPlacesImport,
  loadPlanImport,
  loadProfile,
  loadQuestion,
  loadQuestions,
  loadQueue,
  loadSearch,
  loadStatistic,
  loadStatistics,
  loadWall,
} from './pages';

/**
 * Every signed-in route of docs/specification.md 2, letter by letter, and our
 * own, such as /outbox.
 */
export function createRoutes(user: User): RouteObject[] {
  return [
    framed(user, [
      { path: '/', element: <Home /> },
      { path: '/login', element: <Navigate to="/answers" replace /> },
      answers('/answers', 'shell.titles.answers'),
      answers(
        '/answers/details/:observerId/:pollingStationId',
        'shell.titles.answers',
      ),
      answers(
        '/urgents/details/:observerId/:pollingStationId',
        'shell.titles.urgent',
      ),
      page('/urgents/queue', 'answers.queue.title', loadQueue),
      page('/observatori', 'shell.places.observers', loadObservers),
      page('/observatori/import', 'shell.titles.import', loadImport),
      page(
        '/observatori/profil/:state/:id?',
        'shell.titles.profile',
        loadProfile,
      ),
      page('/formulare', 'forms.list', loadForms),
      page('/formulare/nou', 'forms.newTitle', loadNewForm),
      page('/formulare/:formId', 'forms.edit', loadEditForm),
      page('/outbox', 'outbox.title', loadOutbox),
      page('/search', 'shell.titles.search', loadSearch),
      page('/statistics', 'statistics.title', loadStatistics),
      page('/statistics/questions', 'shell.titles.questions', loadQuestions),
      page(
        '/statistics/questions/:formId/:questionId',
        'shell.titles.questions',
        loadQuestion,
      ),
      page('/statistics/:key', 'statistics.title', loadStatistic),
      page('/agreement', 'shell.titles.agreement', loadAgreement),
      page('/agreement/:stationId', 'shell.titles.agreement', loadComparison),
      {
        ...page('/coverage', 'coverage.title', loadCoverage),
        loader: readCoverage,
        // Another order or page of it is drawn from what is there.
        shouldRevalidate: () => false,
      },
      page('/coverage/plan', 'plan.import.title', loadPlanImport),
      page('/notifications', 'shell.places.notifications', loadNotifications),
      page('/notifications/history', 'shell.titles.history', loadHistory),
      page('/polling-stations', 'stations.title', loadCounties),
      page('/polling-stations/nou', 'stations.new', loadCountyEdit),
      page('/polling-stations/import', 'places.title', loadPlacesImport),
      page('/polling-stations/:countyId', 'stations.title', loadCounty),
      page('/polling-stations/:countyId/edit', 'stations.edit', loadCountyEdit),
      page('/accounts', 'accounts.title', loadAccounts),
      page('/account', 'account.title', loadMyAccount),
      page('/audit', 'audit.title', loadAudit),
      {
        path: '*',
        element: <NotFoundPage />,
        handle: { title: 'shell.notFound.title' } satisfies RouteHandle,
      },
    ]),
    {
      ...page('/wall', 'coverage.wall.title', loadWall),
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <Loading />,
    },
  ];
}

/** Screens inside the frame, which stays when one of them breaks. */
function framed(user: User, screens: RouteObject[]): RouteObject {
  return {
    element: <Layout user={user} />,
    errorElement: <ErrorPage />,
    children: [
      {
        errorElement: <ErrorPage />,
        // Only the first screen needs it: before others the one that is left stays.
        hydrateFallbackElement: <Loading />,
        children: screens,
      },
    ],
  };
}

function page(path: string, title: string, lazy: LoadScreen) {
  const handle: RouteHandle = { title };
  return { path, lazy, handle };
}

/**
 * The list and the threads opened from it: the focus stays in the list. They are in
 * the chunk of the frame, so a thread is drawn at once the first time, too.
 */
function answers(path: string, title: string): RouteObject {
  const handle: RouteHandle = { title, screen: 'answers' };
  return { path, element: <AnswersPage />, handle };
}
