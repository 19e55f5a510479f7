import { SearchPage } from '@/features/search/search-page';

import { useScreens } from '@/app/shell/screens';

/** Everything that a search finds: `/search?q=`. */
export function SearchScreen() {
  return <SearchPage screens={useScreens()} />;
}
