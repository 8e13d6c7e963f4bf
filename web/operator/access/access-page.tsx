import { Link, useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import type { AccessEntry, operatorAccess } from '#contract/operator/access.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { controlMessages } from '#web/operator/control-messages.ts'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { formatShortMoment } from '#web/operator/when.ts'

const t = createTranslator(controlMessages)
const names = ['accountId', 'operatorId', 'from', 'to', 'sort'] as const
type Query = Omit<InputOf<typeof operatorAccess.list>, 'cursor'>
const SHOWN = 3

async function load(query: Query, cursor?: string) {
  const { entries: rows, nextCursor } = await browserApi().operatorAccess.list({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function AccessPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('operator.access')} text={narrowedTo(query, first.rows) ?? t('operator.access.text')}>
      <ConsoleTable
        list={list}
        name="access-log"
        caption={t('operator.access')}
        empty={t('operator.access.empty')}
        filters={[
          { name: 'from', label: t('operator.access.from'), type: 'date' },
          { name: 'to', label: t('operator.access.to'), type: 'date' },
        ]}
        usualSort="-date"
        columns={[
          {
            id: 'who',
            label: t('operator.access.who'),
            width: 24,
            cell: ({ operator }) => (
              <Link to={`/operator/access?operatorId=${operator.id}`}>{operator.name || operator.id}</Link>
            ),
          },
          { id: 'what', label: t('operator.access.what'), cell: ({ what }) => t(`operator.access.kind.${what}`) },
          { id: 'of', label: t('operator.access.of'), width: 40, cell: ({ of }) => <People of={of} /> },
          {
            id: 'where',
            isWideOnly: true,
            label: t('operator.access.from.where'),
            width: 30,
            cell: ({ device, network }) => [device, network].filter(Boolean).join(', '),
          },
          {
            id: 'date',
            label: t('operator.access.when'),
            kind: 'date',
            sort: 'date',
            isLead: true,
            cell: ({ at }) => formatShortMoment(at),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

function People({ of }: { of: AccessEntry['of'] }) {
  const more = of.length - SHOWN
  return (
    <>
      {of.slice(0, SHOWN).map(({ id, name }, i) => (
        <span key={id}>
          {i > 0 && ', '}
          <Link to={`/operator/access?accountId=${id}`}>{name || id}</Link>
        </span>
      ))}
      {more > 0 && ` ${t('operator.access.more', { n: more })}`}
    </>
  )
}

function narrowedTo({ accountId, operatorId }: Query, rows: readonly AccessEntry[]): string | null {
  const person = rows.flatMap(({ of }) => of).find(({ id }) => id === accountId)
  const operator = rows.map((row) => row.operator).find(({ id }) => id === operatorId)
  if (person) return t('operator.access.of.one', { name: person.name || person.id })
  return operator ? t('operator.access.by.one', { name: operator.name || operator.id }) : null
}

export const ErrorBoundary = ConsoleError
