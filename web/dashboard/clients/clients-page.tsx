import { FileUp, UserPlus, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, Link } from 'react-router'
import type { Client } from '#contract/bookings/provider-bookings.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField, TextField, TextAreaField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { ClientForm } from './client-form.tsx'
import { ClientRequests, loadClientRequests } from './client-data.tsx'
import { useClientMessages, clientMessages } from './client-messages.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import fieldStyles from '#web/ui/fields/field.module.css'
import styles from './client-table.module.css'

export const clientLoader = requireSession(async () => {
  const { clients } = await browserApi().providerBookings.clients({})
  return { clients, requests: await loadClientRequests() }
})

const atOnce = 25

const sorts = {
  /** The next booking first; clients without one follow, the latest first. */
  next: (a: Client, b: Client) =>
    (a.next ?? '~').localeCompare(b.next ?? '~') ||
    (b.lastAt ?? '').localeCompare(a.lastAt ?? '') ||
    a.name.localeCompare(b.name),
  name: (a: Client, b: Client) => a.name.localeCompare(b.name),
  earned: (a: Client, b: Client) => b.earned - a.earned || a.name.localeCompare(b.name),
}

export default function ClientsPage() {
  const { clients, requests } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { t: c } = useClientMessages()
  const { countryCode } = useOwn().profile
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [most, setMost] = useState(atOnce)
  const [adding, setAdding] = useState(false)
  const [sort, setSort] = useState<keyof typeof sorts>('next')
  const found = clients
    .toSorted(sorts[sort])
    .filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(words.trim().toLowerCase()))
  const acts = (
    <>
      <ButtonLink kind="secondary" size="small" to="/dashboard/clients/import">
        <FileUp className="icon" aria-hidden="true" />
        {c('import.act')}
      </ButtonLink>
      <Button size="small" aria-expanded={adding} onClick={() => setAdding(!adding)}>
        <UserPlus className="icon" aria-hidden="true" />
        {c('client.add')}
      </Button>
    </>
  )
  return (
    <DashboardFrame title={t('dashboard.clients')} text={t('clients.text', { n: clients.length })} acts={acts}>
      <ClientRequests requests={requests} linked />
      {adding && (
        <TitledCard title={c('client.add')}>
          <p className="muted">{c('client.add.text')}</p>
          <ClientForm onSaved={(clientId) => navigate(`/dashboard/clients/${clientId}`)} />
        </TitledCard>
      )}
      {clients.length === 0 ? (
        !adding && <Empty drawing="calendar" title={t('clients.none')} />
      ) : (
        <>
          <div className="field-grid even no-print">
            <TextField
              label={t('clients.find')}
              type="search"
              value={words}
              onChange={(event) => {
                setWords(event.target.value)
                setMost(atOnce)
              }}
            />
            <SelectField
              label={t('clients.sort')}
              value={sort}
              onChange={(event) => setSort(event.target.value as keyof typeof sorts)}>
              {(['next', 'name', 'earned'] as const).map((by) => (
                <option key={by} value={by}>
                  {t(`clients.sort.${by}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <p className="visually-hidden" role="status">
            {t('clients.text', { n: found.length })}
          </p>
          {found.length > 0 && (
            <ClientTable
              clients={found.slice(0, most)}
              country={countryCode}
              onNote={(clientId, note) =>
                browserApi().providerBookings.updateClientNote(
                  { clientId, note },
                  { showToastOnSuccess: t('clients.saved') },
                )
              }
            />
          )}
          {found.length > most && (
            <Button kind="secondary" onClick={() => setMost(most + atOnce)}>
              {t('clients.more')}
            </Button>
          )}
          {found.length === 0 && <p className="muted">{t('clients.nobody', { words })}</p>}
        </>
      )}
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }

const columns = ['name', 'last', 'next', 'times', 'spent', 'yours', 'note'] as const

interface Shared {
  country: Country
  onNote: (clientId: string, note: string) => Promise<unknown>
}

export function ClientTable({ clients, ...shared }: Shared & { clients: readonly Client[] }) {
  const t = useDashboardMessages()
  return (
    <div
      role="group"
      className={joinClasses('card', tableStyles.tableScroll)}
      aria-label={t('dashboard.clients')}
      tabIndex={0}>
      <table className={joinClasses(tableStyles.table, tableStyles.rowsOnPhone, styles.clients)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={column === 'spent' || column === 'yours' ? tableStyles.amount : undefined}>
                {t(`clients.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <ClientRow key={client.id} client={client} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ClientRow({ client, country, onNote }: Shared & { client: Client }) {
  const t = useDashboardMessages()
  const c = createTranslator(clientMessages, country)
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState(client.note)
  const [kept, setKept] = useState(client.note)
  const { pending, run } = useForm({ toasts: true })
  const day = (instant: string) => formatDate(instant.slice(0, 10), country, new Date().getFullYear())
  // Nothing is spent or earned before the first visit.
  const amount = (sum: number) => (client.lastAt ? formatMoney(sum, client.currency) : '–')
  const save = async () => {
    const done = await run(() => onNote(client.id, note))
    if (!done) return
    setKept(note)
    setOpen(false)
  }
  return (
    <>
      <tr>
        <th scope="row" className={styles.name}>
          <span className="row gap-8 wrapping">
            <Link className="link" to={`/dashboard/clients/${client.id}`}>
              {client.name}
            </Link>
            {client.own && <Badge look="plain">{c('client.own')}</Badge>}
          </span>
        </th>
        <td className={joinClasses(styles.last, client.next && styles.wide)}>
          {client.lastAt && (
            <>
              <span className={styles.label}>{t('clients.last')} </span>
              {day(client.lastAt)}
            </>
          )}
        </td>
        <td className={styles.last}>
          {client.next && (
            <>
              <span className={styles.label}>{t('clients.next')} </span>
              {day(client.next)}
            </>
          )}
        </td>
        <td className={styles.times}>
          <span className={styles.label}>{t('clients.bookings', { n: client.bookings })}</span>
          <span className={styles.wide}>{client.bookings}</span>
        </td>
        <td className={joinClasses(tableStyles.amount, styles.wide)}>{amount(client.spent)}</td>
        <td className={joinClasses(tableStyles.amount, styles.earned)}>
          {client.lastAt && <span className={styles.label}>{t('clients.yours')} </span>}
          {amount(client.earned)}
        </td>
        <td className={styles.noted}>
          {!open && kept && <p className={fieldStyles.prefix}>{kept}</p>}
          {!open && !client.own && (
            <Button
              kind="quiet"
              size="small"
              className={styles.note}
              aria-label={t(kept ? 'clients.change.label' : 'clients.add.label', { name: client.name })}
              onClick={() => setOpen(true)}>
              <NotebookPen className="icon" aria-hidden="true" />
              <span>{t(kept ? 'clients.change' : 'clients.add')}</span>
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr>
          <td className={styles.form} colSpan={columns.length}>
            <div className="stack gap-8">
              <TextAreaField
                label={t('clients.note.label', { name: client.name })}
                hint={t('clients.note.hint')}
                rows={3}
                value={note}
                onChange={(event) => setNote(event.target.value)}
                maxLength={4000}
              />
              <div className="row gap-8">
                <Button size="small" loading={pending} disabled={note === kept} onClick={save}>
                  {t('clients.save')}
                </Button>
                <Button
                  kind="secondary"
                  size="small"
                  onClick={() => {
                    setNote(kept)
                    setOpen(false)
                  }}>
                  {t('confirm.back')}
                </Button>
              </div>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
