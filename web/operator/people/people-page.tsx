import { formatNumber } from '#contract/format.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatShortDay, formatShortMoment, formatSums } from '#web/operator/when.ts'
import { storyMessages } from '#web/operator/story/story-card.tsx'
import { usePicked } from '#web/operator/bulk/bulk-acts.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { Badge } from '#web/ui/badge.tsx'

const t = createTranslator(operatorMessages)
const tag = createTranslator(storyMessages)
const acts = ['people.tag', 'people.untag'] as const
const names = ['text', 'role', 'state', 'tag', 'sort'] as const
type Query = {
  text?: string
  tag?: string
  role?: 'customer' | 'provider' | 'operator'
  state?: 'suspended' | 'active'
  sort?: InputOf<typeof operatorPeople.people>['sort']
}

async function load(query: Query, cursor?: string) {
  const { people: rows, nextCursor } = await browserApi().operatorPeople.people({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function PeoplePage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  const picked = usePicked(list.rows)
  return (
    <ConsoleFrame title={t('operator.people')}>
      <ConsoleTable
        list={list}
        name="people"
        caption={t('operator.people')}
        empty={query.text ? t('empty.operator.people', { text: query.text }) : t('empty.operator.people.filtered')}
        search={t('operator.search.people')}
        filters={[
          {
            name: 'role',
            label: t('operator.filter.role'),
            options: (['customer', 'provider', 'operator'] as const).map((role) => [role, t(`operator.role.${role}`)]),
          },
          {
            name: 'state',
            label: t('operator.filter.state'),
            options: [
              ['active', t('operator.person.active')],
              ['suspended', t('operator.person.suspended')],
            ],
          },
          { name: 'tag', label: tag('marks.tag') },
        ]}
        bulk={{ acts, picked, nameOf: ({ name }) => name }}
        usualSort="-joined"
        to={({ id }) => `/operator/people/${id}`}
        columns={[
          {
            id: 'name',
            label: t('operator.person.name'),
            sort: 'name',
            width: 30,
            cell: ({ name, suspendedAt }) => (
              <>
                {name}
                {suspendedAt && <Badge look="disabled">{t('operator.person.suspended')}</Badge>}
              </>
            ),
          },
          { id: 'email', label: t('operator.person.email'), width: 40, cell: ({ email }) => email },
          {
            id: 'roles',
            label: t('operator.person.roles'),
            width: 30,
            cell: ({ roles }) =>
              roles
                .filter((role) => role !== 'customer' || roles.length === 1)
                .map((role) => t(`operator.role.${role}`))
                .join(', '),
          },
          {
            id: 'bookings',
            label: t('operator.completedBookings'),
            kind: 'number',
            isLabelled: true,
            cell: ({ bookings }) => formatNumber(bookings),
          },
          {
            id: 'spent',
            label: t('operator.person.spent'),
            kind: 'number',
            isLead: true,
            cell: ({ spent }) => spent.length > 0 && formatSums(spent),
          },
          {
            id: 'joined',
            label: t('operator.person.joined'),
            kind: 'date',
            sort: 'joined',
            isLabelled: true,
            cell: ({ createdAt }) => formatShortDay(createdAt),
          },
          {
            id: 'seen',
            label: t('operator.person.seen'),
            kind: 'date',
            isLabelled: true,
            cell: ({ lastSeenAt }) => (lastSeenAt ? formatShortMoment(lastSeenAt) : t('operator.never')),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
