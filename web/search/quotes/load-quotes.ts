import { data, type LoaderFunctionArgs } from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { CustomerRequests } from '#contract/offers/requests.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { visitContext } from '#web/platform/context.ts'
import { packAnswer } from '#web/platform/packed.ts'
import { noRequests } from '#web/search/asking/asking.tsx'
import { readFilterForm, writeFilters } from './quote-filters.ts'

/** What is drawn: the quotes, what their owner has asked, the halves of a group, and the services to choose from. */
export type QuotesView = {
  page: QuotesPage
  own: CustomerRequests
  halves: Awaited<ReturnType<typeof halvesOf>>
  formSettings: FormSettings
}

/** The quotes that an address asks for, packed. */
export async function loadQuotes({ params, request, context }: LoaderFunctionArgs) {
  const api = serverApi(context)
  const query = new URL(request.url).searchParams
  const filterBy = query.has('filter') ? writeFilters(readFilterForm(query)) : (query.get('filterBy') ?? undefined)
  const quoteId = params['quoteId'] as string
  try {
    const asked = {
      quoteId,
      filterBy,
      sortBy: (query.get('sortBy') as QuotesPage['sortBy'] | null) ?? undefined,
      cursor: query.get('cursor') ?? undefined,
      rescue: query.has('rescue') ? ('true' as const) : undefined,
    }
    const [page, form] = await Promise.all([
      readShown(api, asked, query.get('type')),
      api.search.formSettingsOfSearch({ searchId: quoteId }),
    ])
    // What the owner has asked is nobody else's: a link that was shared shows none of it.
    const [own, halves] = await Promise.all([
      page.search.mine ? api.requests.listBySearch({ quoteId }) : noRequests,
      halvesOf(api, quoteId, query.get('other')),
    ])
    return {
      shown: packAnswer<QuotesView>({ page, own, halves, formSettings: form.formSettings }),
      countryCode: page.search.countryCode,
      mapStyleUrl: context.get(visitContext).mapStyleUrl,
    }
  } catch (error) {
    // An address that no search or filter can have is a page that is not there.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  }
}

/** The cards of the list that is shown, and all of them only where the search fits nobody: then each who was asked counts. */
async function readShown(
  api: ReturnType<typeof serverApi>,
  asked: Parameters<ReturnType<typeof serverApi>['quotes']['read']>[0],
  type: string | null,
): Promise<QuotesPage> {
  const first = parseMode(type) ?? 'mobile'
  const page = await api.quotes.read({ ...asked, type: first })
  if (page.counts.people.fits === 0) return api.quotes.read({ ...asked, type: asked.cursor ? first : undefined })
  const shown = chooseShownMode(type, page)
  return shown === first ? page : api.quotes.read({ ...asked, type: shown })
}

/** Both halves of a group that was split, the cheapest first; null where it was not. */
async function halvesOf(api: ReturnType<typeof serverApi>, quoteId: string, other: string | null) {
  if (!other || other === quoteId || !/^[\w-]{10,24}$/.test(other)) return null
  const read = (id: string) => api.quotes.read({ quoteId: id, sortBy: 'price' })
  const [one, two] = await Promise.all([read(quoteId), read(other).catch(() => null)])
  return two && ([one, two] as const)
}

/** Every card of a page, of both types. */
export const listAllCards = ({ offers, profiles }: Pick<QuotesPage, 'offers' | 'profiles'>): Card[] =>
  (['mobile', 'studio'] as const).flatMap((type) => [
    ...offers[type].map(({ provider }) => provider),
    ...profiles[type],
  ])

/** The list that an address names; null for anything else. */
export const parseMode = (asked: string | null): Mode | null =>
  asked === 'mobile' || asked === 'studio' ? asked : null

/** The type asked for, else the one that has somebody. */
export function chooseShownMode(asked: string | null, page: Pick<QuotesPage, 'counts'>): Mode {
  return parseMode(asked) ?? (page.counts.mobile.fits === 0 && page.counts.studio.fits > 0 ? 'studio' : 'mobile')
}
