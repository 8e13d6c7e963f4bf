import { useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import { formatNumber, markets } from '#contract/format.ts'
import type { operatorPeople, ProviderState } from '#contract/operator/people.ts'
import { countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatShortDay } from '#web/operator/when.ts'
import { storyMessages } from '#web/operator/story/story-card.tsx'
import { usePicked } from '#web/operator/bulk/bulk-acts.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { FlagBadge } from '#web/ui/status-badge.tsx'

const t = createTranslator(operatorMessages)
const tag = createTranslator(storyMessages)
const acts = ['providers.tag', 'providers.untag', 'providers.feature', 'providers.unfeature'] as const
const names = ['text', 'state', 'countryCode', 'tag', 'sort'] as const
const states: readonly ProviderState[] = [
  'approved',
  'paused',
  'suspended',
  'submitted',
  'in_review',
  'changes_requested',
  'rejected',
  'draft',
]
type Query = {
  text?: string
  tag?: string
  state?: ProviderState
  countryCode?: (typeof countries)[number]
  sort?: InputOf<typeof operatorPeople.providers>['sort']
}

async function load(query: Query, cursor?: string) {
  const { providers: rows, nextCursor } = await browserApi().operatorPeople.providers({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function ProvidersPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  const picked = usePicked(list.rows)
  return (
    <ConsoleFrame title={t('operator.providers')}>
      <ConsoleTable
        list={list}
        name="providers"
        caption={t('operator.providers')}
        empty={t('empty.operator.providers')}
        search={t('operator.search.providers')}
        filters={[
          {
            name: 'state',
            label: t('operator.filter.state'),
            options: states.map((state) => [state, t(`operator.state.${state}`)]),
          },
          {
            name: 'countryCode',
            label: t('operator.filter.country'),
            options: countries.map((country) => [country, markets[country].name]),
          },
          { name: 'tag', label: tag('marks.tag') },
        ]}
        bulk={{ acts, picked, nameOf: ({ name }) => name }}
        usualSort="-joined"
        to={({ id }) => `/operator/providers/${id}`}
        columns={[
          {
            id: 'name',
            label: t('operator.provider.name'),
            sort: 'name',
            width: 40,
            cell: ({ name, profileImg, featured }) => (
              <>
                <Avatar size={32} src={profileImg.src} alt="" />
                {name}
                {featured && <FlagBadge flag="featured" />}
              </>
            ),
          },
          {
            id: 'place',
            label: t('operator.provider.place'),
            width: 40,
            cell: ({ area, city, countryCode }) =>
              `${[area, city].filter((part, i, all) => part && all.indexOf(part) === i).join(', ')}, ${countryCode}`,
          },
          { id: 'state', label: t('operator.provider.state'), cell: ({ state }) => t(`operator.state.${state}`) },
          {
            id: 'bookings',
            label: t('operator.completedBookings'),
            kind: 'number',
            sort: 'bookings',
            isLabelled: true,
            cell: ({ bookingCount }) => formatNumber(bookingCount),
          },
          {
            id: 'reviews',
            label: t('operator.provider.reviews'),
            kind: 'number',
            sort: 'reviews',
            isLabelled: true,
            cell: ({ totalReviews }) => formatNumber(totalReviews),
          },
          {
            id: 'rating',
            label: t('operator.provider.rating'),
            kind: 'number',
            isLead: true,
            cell: ({ rating }) => (rating === null ? '–' : rating.toFixed(1)),
          },
          {
            id: 'joined',
            label: t('operator.provider.joined'),
            kind: 'date',
            sort: 'joined',
            isLabelled: true,
            cell: ({ createdAt }) => formatShortDay(createdAt),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
