import { Link, useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import type { AuditEntry, operatorSystem } from '#contract/operator/system.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatOperatorMoment, formatShortMoment, toWords } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import { auditActs, auditMessages } from './audit-messages.ts'

const t = createTranslator({ ...operatorMessages, ...auditActs, ...auditMessages })
const names = ['text', 'act', 'from', 'to', 'subjectId', 'actorId', 'sort'] as const
type Query = Omit<InputOf<typeof operatorSystem.audit>, 'cursor'>

async function load(query: Query, cursor?: string) {
  const { entries: rows, nextCursor } = await browserApi().operatorSystem.audit({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function AuditPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('operator.audit')} text={<Scope query={query} first={first.rows[0]} />}>
      <ConsoleTable
        list={list}
        name="audit"
        caption={t('operator.audit')}
        empty={t('audit.none')}
        search={t('audit.search')}
        filters={[
          { name: 'act', label: t('audit.area'), options: areas.map((area) => [`${area}.`, t(`audit.area.${area}`)]) },
          { name: 'from', label: t('audit.from'), type: 'date' },
          { name: 'to', label: t('audit.to'), type: 'date' },
        ]}
        usualSort="-date"
        detail={(entry) => <EntryDetail entry={entry} />}
        columns={[
          { id: 'act', label: t('audit.act'), width: 30, cell: ({ act }) => formatAct(act) },
          { id: 'what', label: t('audit.what'), width: 26, cell: ({ subject }) => formatSubject(subject) },
          {
            id: 'who',
            label: t('audit.who'),
            width: 20,
            cell: ({ actor }) => <Link to={`/operator/audit?actorId=${actor.id}`}>{actor.name || actor.id}</Link>,
          },
          {
            id: 'as',
            label: t('audit.actingAs'),
            width: 14,
            isOptional: true,
            cell: ({ as }) => as && (as.name || as.id),
          },
          { id: 'why', label: t('audit.why'), width: 34, cell: ({ reason }) => reason },
          {
            id: 'date',
            label: t('audit.when'),
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

export const ErrorBoundary = ConsoleError

/** The first words of action codes that the list can be narrowed to. */
const areas = [
  'booking',
  'provider',
  'account',
  'partner',
  'document',
  'identity',
  'conversation',
  'review',
  'refund',
  'fee',
  'market',
  'page',
  'setting',
  'job',
  'acting',
] as const

/** Returns what an action did. A code that only an earlier or later release writes is shown as words. */
function formatAct(act: string): string {
  if (act in auditActs) return t(act as keyof typeof auditActs)
  return toWords(act)
}

function formatSubject({ kind, id, name }: AuditEntry['subject']): string {
  if (kind === 'appointment' && name) return t('audit.what.appointment', { name })
  if (kind === 'payment' && name) return t('audit.what.payment', { name })
  return name || toWords(id)
}

/** The page's introduction, or whose entries are shown with a link to all. */
function Scope({ query: { actorId, subjectId }, first }: { query: Query; first: AuditEntry | undefined }) {
  if (!actorId && !subjectId) return t('audit.text')
  const text = actorId
    ? t('audit.one.actor', { name: first?.actor.name || actorId })
    : t('audit.one.subject', { name: first ? formatSubject(first.subject) : (subjectId ?? '') })
  return (
    <>
      {text}{' '}
      <Link className="link tap-target" to="/operator/audit">
        {t('audit.one.all')}
      </Link>
    </>
  )
}

const pathsOf: Record<string, string> = {
  account: 'people',
  appointment: 'bookings',
  partner: 'partners',
  payment: 'payments',
  provider: 'providers',
}

function EntryDetail({ entry }: { entry: AuditEntry }) {
  const { act, subject, as, before, after, reason, requestId, at } = entry
  const changes = listChanges(before, after)
  const path = pathsOf[subject.kind]
  const name = formatSubject(subject)
  return (
    <dl className={consoleStyles.details}>
      <dt>{t('audit.why')}</dt>
      <dd>{reason || t('operator.none')}</dd>
      {as && (
        <>
          <dt>{t('audit.actingAs')}</dt>
          <dd>{as.name || as.id}</dd>
        </>
      )}
      {changes.length > 0 && (
        <>
          <dt>{t('audit.changes')}</dt>
          <dd>
            <ul>
              {changes.map(([field, old, now]) => (
                <li key={field}>
                  {field && `${toWords(field)}: `}
                  {old !== '' && <del className="muted">{old}</del>} {now !== '' && <ins>{now}</ins>}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      <dt>{t('audit.when')}</dt>
      <dd>{formatOperatorMoment(at)}</dd>
      <dt>{t('audit.code')}</dt>
      <dd>
        <code>{act}</code> <code className="muted">{requestId}</code>
      </dd>
      <dt>{t('audit.what')}</dt>
      <dd className="row gap-16 wrapping">
        {path && (
          <Link className="link tap-target" to={`/operator/${path}/${subject.id}`}>
            {t('audit.open', { name })}
          </Link>
        )}
        <Link className="link tap-target" to={`/operator/audit?subjectId=${subject.id}`}>
          {t('audit.same.subject', { name })}
        </Link>
      </dd>
    </dl>
  )
}

type Change = readonly [field: string, old: string, now: string]

/** Returns the fields that an action changed, as text. A value without fields has the field name ''. */
function listChanges(before: unknown, after: unknown): Change[] {
  const [old, now] = [toFields(before), toFields(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => [field, toText(old[field]), toText(now[field])] as const)
    .filter(([, was, is]) => was !== is)
}

const toFields = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : value === null || value === undefined
      ? {}
      : { '': value }

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
