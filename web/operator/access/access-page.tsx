import { Link, useLoaderData } from 'react-router'
import type { AccessEntry } from '#contract/operator/access.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { controlMessages } from '#web/operator/control-messages.ts'
import { DayRange, ListTable, buildTableQuery } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(controlMessages)
const names = ['accountId', 'operatorId', 'from', 'to'] as const
type Query = { [name in (typeof names)[number]]?: string }
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
      <DayRange
        labels={{ from: t('operator.access.from'), to: t('operator.access.to'), submit: t('operator.access.search') }}
        query={query}
        kept={['accountId', 'operatorId']}
      />
      <ListTable
        list={list}
        name="access-log"
        caption={t('operator.access')}
        empty={t('operator.access.empty')}
        clear={t('operator.access.all')}
        columns={[
          t('operator.access.when'),
          t('operator.access.who'),
          t('operator.access.what'),
          t('operator.access.of'),
          t('operator.access.from.where'),
        ]}
        row={(entry) => (
          <tr key={entry.id}>
            <td className={consoleStyles.keep}>{formatOperatorMoment(entry.at)}</td>
            <td>
              <Link to={`/operator/access?operatorId=${entry.operator.id}`}>
                {entry.operator.name || entry.operator.id}
              </Link>
            </td>
            <td>{t(`operator.access.kind.${entry.what}`)}</td>
            <td className={consoleStyles.words}>
              <People of={entry.of} />
            </td>
            <td className="small muted">{[entry.device, entry.network].filter(Boolean).join(', ')}</td>
          </tr>
        )}
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
