import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import type { Person } from '#contract/operator/people.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ConsoleFrame, ConsoleError } from '#web/operator/console-frame.tsx'
import { tableQuery, Table, TableSearch } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { day, moment } from '#web/operator/when.ts'
import { operatorWords } from '#web/operator/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(operatorWords)
const names = ['text', 'role', 'state'] as const
type Query = { text?: string; role?: 'customer' | 'provider' | 'operator'; state?: 'suspended' | 'active' }

export const clientLoader = membersOnly(async ({ request }) => {
  const query = tableQuery(request, names) as Query
  const { people, nextCursor } = await browserApi().operatorPeople.people(query)
  return { query, first: { rows: people, nextCursor } }
})

export const HydrateFallback = Undetermined

export default function PeoplePage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [asked] = useSearchParams()
  const navigate = useNavigate()
  const { rows, nextCursor, loading, error, more } = useRows<Person>(first, async (cursor) => {
    const page = await browserApi().operatorPeople.people({ ...query, cursor })
    return { rows: page.people, nextCursor: page.nextCursor }
  })
  const empty = (
    <Empty
      title={query.text ? t('empty.operator.people', { text: query.text }) : t('empty.operator.people.filtered')}
      action={
        asked.size > 0 && (
          <Button kind="secondary" onClick={() => navigate('/operator/people')}>
            {t('op.clear')}
          </Button>
        )
      }
    />
  )
  return (
    <ConsoleFrame title={t('op.people')}>
      <TableSearch
        label={t('op.search.people')}
        filters={[
          {
            name: 'role',
            label: t('op.filter.role'),
            options: (['customer', 'provider', 'operator'] as const).map(
              (role) => [role, t(`op.role.${role}`)] as const,
            ),
          },
          {
            name: 'state',
            label: t('op.filter.state'),
            options: [
              ['active', t('op.person.active')],
              ['suspended', t('op.person.suspended')],
            ],
          },
        ]}
      />
      <Table
        caption={t('op.people')}
        count={rows.length}
        empty={empty}
        loading={loading}
        error={error}
        more={nextCursor ? more : null}
        columns={[
          t('op.person.name'),
          t('op.person.email'),
          t('op.person.roles'),
          t('op.person.joined'),
          t('op.person.seen'),
        ]}>
        {rows.map((person) => (
          <tr key={person.id}>
            <td>
              <Link to={`/operator/people/${person.id}`}>{person.name}</Link>
              {person.suspendedAt && <Badge look="disabled"> {t('op.person.suspended')}</Badge>}
            </td>
            <td>{person.email}</td>
            <td>
              {person.roles
                .filter((role) => role !== 'customer' || person.roles.length === 1)
                .map((role) => t(`op.role.${role}`))
                .join(', ')}
            </td>
            <td className={consoleStyles.keep}>{day(person.createdAt)}</td>
            <td className={consoleStyles.keep}>{person.lastSeenAt ? moment(person.lastSeenAt) : t('op.never')}</td>
          </tr>
        ))}
      </Table>
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
