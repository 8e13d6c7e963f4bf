import type { FormSettings } from '#contract/catalog.ts'
import type { SavedSearch } from '#contract/search.ts'
import { Header } from '#web/shell/header.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** The header of pages within a search, with the search beside the logo. */
export function SearchHeader({ search }: { search: SavedSearch; formSettings: FormSettings }) {
  return (
    <Header>
      <ButtonLink kind="secondary" size="small" to={`/?from=${search.id}`}>Update</ButtonLink>
    </Header>
  )
}
