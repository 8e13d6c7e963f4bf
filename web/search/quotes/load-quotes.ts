import { data, type LoaderFunctionArgs } from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { CustomerRequests } from '#contract/offers/requests.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { packAnswer } from '#web/platform/packed.ts'
import { noRequests } from '#web/search/asking/asking.tsx'
import { readFilterForm, writeFilters } from './quote-filters.ts'

/** Data of the page: quotes, the owner's requests, halves of a split party, and services. */
export type QuotesView = {
  page: QuotesPage
  own: CustomerRequests
  halves: Awaited<ReturnType<typeof halvesOf>>
  formSettings: FormSettings
}

/** Loads the quotes of an address, packed. */
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
    // Requests are only visible to their owner, not by a shared link.
    const [own, halves] = await Promise.all([
      page.search.mine ? api.requests.listBySearch({ quoteId }) : noRequests,
      halvesOf(api, quoteId, query.get('other')),
    ])
    return {
      shown: packAnswer<QuotesView>({ page, own, halves, formSettings: form.formSettings }),
      countryCode: page.search.countryCode,
      language: page.search.language,
    }
  } catch (error) {
    // An invalid search or filter in the address is a 404.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  }
}

/** Loads the cards of the shown list; all of them if no one fits, since earlier requests still count. */
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

/** Loads both halves of a split party, cheapest first; null if not split. */
async function halvesOf(api: ReturnType<typeof serverApi>, quoteId: string, other: string | null) {
  if (!other || other === quoteId || !/^[\w-]{10,24}$/.test(other)) return null
  const read = (id: string) => api.quotes.read({ quoteId: id, sortBy: 'price' })
  const [one, two] = await Promise.all([read(quoteId), read(other).catch(() => null)])
  return two && ([one, two] as const)
}

export const listAllCards = ({ offers, profiles }: Pick<QuotesPage, 'offers' | 'profiles'>): Card[] =>
  (['mobile', 'studio'] as const).flatMap((type) => [
    ...offers[type].map(({ provider }) => provider),
    ...profiles[type],
  ])

/** Parses the list type of an address; null if invalid. */
export const parseMode = (asked: string | null): Mode | null =>
  asked === 'mobile' || asked === 'studio' ? asked : null

export function chooseShownMode(asked: string | null, page: Pick<QuotesPage, 'counts'>): Mode {
  return parseMode(asked) ?? (page.counts.mobile.fits === 0 && page.counts.studio.fits > 0 ? 'studio' : 'mobile')
}
