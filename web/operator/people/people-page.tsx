import { formatNumber } from '#contract/format.ts'
import tableStyles from '#web/ui/table.module.css'
import { Link, useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, TableSearch } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatDayOf, formatOperatorMoment, formatSums } from '#web/operator/when.ts'
import { storyMessages } from '#web/operator/story/story-card.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { BulkActs, usePicked } from '#web/operator/bulk/bulk-acts.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
const tag = createTranslator(storyMessages)
const acts = ['people.tag', 'people.untag'] as const
const names = ['text', 'role', 'state', 'tag'] as const
type Query = {
  text?: string
  tag?: string
  role?: 'customer' | 'provider' | 'operator'
  state?: 'suspended' | 'active'
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
      <TableSearch
        extra={<TextField label={tag('marks.tag')} name="tag" defaultValue={query.tag ?? ''} maxLength={30} />}
        label={t('operator.search.people')}
        filters={[
          {
            name: 'role',
            label: t('operator.filter.role'),
            options: (['customer', 'provider', 'operator'] as const).map(
              (role) => [role, t(`operator.role.${role}`)] as const,
            ),
          },
          {
            name: 'state',
            label: t('operator.filter.state'),
            options: [
              ['active', t('operator.person.active')],
              ['suspended', t('operator.person.suspended')],
            ],
          },
        ]}
      />
      <ListTable
        list={list}
        above={<BulkActs acts={acts} picked={picked} />}
        name="people"
        caption={t('operator.people')}
        empty={query.text ? t('empty.operator.people', { text: query.text }) : t('empty.operator.people.filtered')}
        clear={t('operator.clear')}
        columns={[
          t('operator.person.name'),
          t('operator.person.roles'),
          t('operator.person.bookings'),
          t('operator.person.spent'),
          t('operator.person.joined'),
          t('operator.person.seen'),
        ]}
        row={(person) => (
          <tr key={person.id}>
            <td>
              {picked.pick(
                person.id,
                person.name,
                <>
                  <Link to={`/operator/people/${person.id}`}>{person.name}</Link>
                  {person.suspendedAt && <Badge look="disabled"> {t('operator.person.suspended')}</Badge>}
                  <p className="small muted break-anywhere">{person.email}</p>
                </>,
              )}
            </td>
            <td>
              {person.roles
                .filter((role) => role !== 'customer' || person.roles.length === 1)
                .map((role) => t(`operator.role.${role}`))
                .join(', ')}
            </td>
            <td className={tableStyles.amount}>
              <span className={tableStyles.label}>{t('operator.person.bookings')} </span>
              {formatNumber(person.bookings)}
            </td>
            <td className={tableStyles.amount}>
              {person.spent.length > 0 && (
                <>
                  <span className={tableStyles.label}>{t('operator.person.spent')} </span>
                  {formatSums(person.spent)}
                </>
              )}
            </td>
            <td className={consoleStyles.keep}>
              <span className={tableStyles.label}>{t('operator.person.joined')} </span>
              {formatDayOf(person.createdAt)}
            </td>
            <td className={consoleStyles.keep}>
              <span className={tableStyles.label}>{t('operator.person.seen')} </span>
              {person.lastSeenAt ? formatOperatorMoment(person.lastSeenAt) : t('operator.never')}
            </td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
