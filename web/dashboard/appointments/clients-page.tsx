import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { date, money } from '#contract/format.ts'
import type { Client } from '#contract/bookings/provider-bookings.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardFrame, DashboardError } from '#web/dashboard/dashboard-frame.tsx'
import { classes } from '#web/ui/class-names.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import noteStyles from '#web/ui/note.module.css'
import fieldStyles from '#web/ui/fields/field.module.css'

/** Whom the artist has worked for, the latest first. */
export const clientLoader = membersOnly(() => browserApi().providerBookings.clients({}))

export default function ClientsPage() {
  const { clients } = useLoaderData<typeof clientLoader>()
  const t = useDashboardWords()
  const [words, setWords] = useState('')
  const found = clients.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <DashboardFrame title={t('pd.clients')} text={t('pcli.text', { n: clients.length })}>
      {clients.length === 0 ? (
        <Empty drawing="calendar" title={t('pcli.none')} />
      ) : (
        <>
          <TextField
            label={t('pcli.find')}
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <p className="visually-hidden" role="status">
            {t('pcli.text', { n: found.length })}
          </p>
          <ul className="stack">
            {found.map((client) => (
              <li key={client.id}>
                <ClientCard client={client} />
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="muted">{t('pcli.nobody', { words })}</p>}
        </>
      )}
    </DashboardFrame>
  )
}

function ClientCard({ client }: { client: Client }) {
  const t = useDashboardWords()
  const { countryCode } = useOwn().profile
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState(client.note)
  const [kept, setKept] = useState(client.note)
  const { waiting, run } = useAct({ toasts: true })
  const day = (instant: string) => date(instant.slice(0, 10), countryCode, new Date().getFullYear())
  const save = async () => {
    const done = await run(() =>
      browserApi().providerBookings.noteClient({ clientId: client.id, note }, { showToastOnSuccess: t('pcli.saved') }),
    )
    if (!done) return
    setKept(note)
    setOpen(false)
  }
  return (
    <article className="card pad-24 stack" aria-label={client.name}>
      <div className="row space-between wrapping gap-16">
        <div>
          <h2 className="title">{client.name}</h2>
          <p className="small muted">
            {[
              t('pcli.bookings', { n: client.bookings }),
              client.next ? t('pcli.next', { date: day(client.next) }) : t('pcli.last', { date: day(client.lastAt) }),
            ].join(', ')}
          </p>
        </div>
        <span className={classes('number', dashboardStyles.earn)}>{money(client.earned, client.currency)}</span>
      </div>
      {!open && kept && (
        <p className={noteStyles.note}>
          <span className={fieldStyles.prefix}>{kept}</span>
        </p>
      )}
      {open ? (
        <>
          <TextAreaField
            label={t('pcli.note.label', { name: client.name })}
            hint={t('pcli.note.hint')}
            rows={3}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            maxLength={4000}
          />
          <div className="row gap-8">
            <Button size="small" loading={waiting} disabled={note === kept} onClick={save}>
              {t('pcli.save')}
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
        </>
      ) : (
        <div className="row gap-8">
          <Button kind="secondary" size="small" onClick={() => setOpen(true)}>
            {t(kept ? 'pcli.change' : 'pcli.add')}
          </Button>
          <Link className="link tap-target" to="/dashboard/messages">
            {t('pd.messages')}
          </Link>
        </div>
      )}
    </article>
  )
}

export { DashboardError as ErrorBoundary }
