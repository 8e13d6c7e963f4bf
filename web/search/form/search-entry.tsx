import { withTouch } from '#web/shell/routing/with-touch.tsx'
import type { PageSearchProps } from './whole-search.tsx'
// What the server draws has its look before the search itself is there.
import './search-bar.module.css'
import './search-entry.module.css'
import './sticky-search.module.css'

/** A page's search: the bar with its sticky copy on wide screens, a button to the wizard on phones, a plain form without scripts. */
export const SearchEntry = withTouch<PageSearchProps>(
  async () => (await import('./whole-search.tsx')).PageSearch,
  /\b(stage|near|service)=/,
)
