import { AnswersPage } from '@/features/answers/answers-page';

const page = <AnswersPage />;

export const answersRoutes = [
  { path: '/answers', element: page },
  { path: '/answers/details/:observerId/:pollingStationId', element: page },
  { path: '/urgents/details/:observerId/:pollingStationId', element: page },
];
