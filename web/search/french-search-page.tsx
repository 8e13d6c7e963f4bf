import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { setLanguage } from '#contract/i18n/language.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { createHead, homeLanguages } from '#web/platform/head.ts'
import { loadLanguage } from '#web/shell/page-language.ts'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { searchMessages } from './messages.ts'
import { loadSearchPage, runSearch } from './search-page.tsx'

export { default, ErrorBoundary } from './search-page.tsx'

export const handle: PageFrame = { language: 'fr' }

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: formatMessage(searchMessages['search.meta.title']),
    description: formatMessage(searchMessages['search.meta.description']),
    path: '/fr',
    publicUrl: getPublicUrl(matches),
    country: 'CA',
    languages: homeLanguages,
  })

/** Loads a new search for customers in Canada who read French. */
export const loader = (args: LoaderFunctionArgs) => loadSearchPage(args, 'fr')

export async function action(args: ActionFunctionArgs) {
  await loadLanguage('fr')
  setLanguage('fr')
  return runSearch(args, 'fr')
}
