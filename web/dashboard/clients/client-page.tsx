import { CalendarPlus, Copy, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { ClientDataRequest } from '#contract/calendar/client-data.ts'
import type { ClientPage, Visit } from '#contract/calendar/private-clients.ts'
import { formatMoney } from '#contract/format.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { getFirstName } from '#web/appointments/booking-phrases.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useSite } from '#web/shell/site.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { type AppointmentDraft, toAppointmentDraft, createEmptyDraft, draftNextVisit } from './appointment-draft.ts'
import { AppointmentForm, LinkNote, SeriesScope } from './appointment-form.tsx'
import { ClientForm } from './client-form.tsx'
import { ClientRequests, loadClientRequests } from './client-data.tsx'
import { useClientMessages } from './client-messages.ts'

export const clientLoader = requireSession(async ({ params }) => {
  const { client } = await browserApi().privateClients.page({ clientId: params['clientId'] as string })
  const requests = client.own ? await loadClientRequests() : []
  return { client, requests: requests.filter((one) => one.client.id === client.id) }
})

/** The open form. */
interface Writing {
  title: string
  text: string | null
  start: AppointmentDraft
  visit: Visit | null
}

export default function ClientRoom() {
  const { client, requests } = useLoaderData<typeof clientLoader>()
  // Resets state for another client.
  return <OneClient key={client.id} client={client} requests={requests} />
}

function OneClient({ client, requests }: { client: ClientPage; requests: readonly ClientDataRequest[] }) {
  const { t, moment } = useClientMessages()
  const { revalidate } = useRevalidator()
  const [sheet, setSheet] = useState<Writing | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const firstName = getFirstName(client.name)
  const next = draftNextVisit(client)
  const count = (wanted: Visit['state']) => client.visits.filter(({ state }) => state === wanted).length
  const [past, ahead] = [count('past'), count('ahead')]
  const nextOne = client.visits.findLast(({ state }) => state === 'ahead')
  const open = (to: Writing | null) => {
    setLink(null)
    setSheet(to)
  }
  return (
    <DashboardFrame
      title={client.name}
      back={{ to: '/dashboard/clients', label: t('client.all') }}
      acts={
        client.own && (
          <>
            {next && (
              <Button
                size="small"
                onClick={() =>
                  open({
                    title: t('own.rebook.title', { firstName }),
                    text: t('own.rebook.text', { weeks: t('own.weeks', { n: next.weeks }) }),
                    start: next.draft,
                    visit: null,
                  })
                }>
                <RotateCw className="icon" aria-hidden="true" />
                {t('own.rebook')}
              </Button>
            )}
            <Button
              kind={next ? 'secondary' : 'primary'}
              size="small"
              onClick={() =>
                open({ title: t('own.enter'), text: null, start: createEmptyDraft(client.today), visit: null })
              }>
              <CalendarPlus className="icon" aria-hidden="true" />
              {t('own.enter')}
            </Button>
          </>
        )
      }>
      <ClientRequests requests={requests} onDone={revalidate} />
      {client.allergies && (
        <Note kind="warning">
          <b className="bold">{t('client.allergies')}:</b> {client.allergies}
        </Note>
      )}
      <dl className={dashboardStyles.figures}>
        <div>
          <dt>{t('client.next')}</dt>
          <dd className="title">{nextOne ? moment(nextOne) : t('client.next.none')}</dd>
          {nextOne && (
            <dd className={dashboardStyles.noteLine}>
              {[nextOne.what, nextOne.price === null ? null : formatMoney(nextOne.price, nextOne.currency)]
                .filter(Boolean)
                .join(' · ')}
            </dd>
          )}
        </div>
        <div>
          <dt>{t('client.bookings')}</dt>
          <dd className="title">{t('client.bookings.n', { n: past + ahead })}</dd>
          {past + ahead > 0 && (
            <dd className={dashboardStyles.noteLine}>
              {[
                past > 0 && t('client.bookings.past', { n: past }),
                ahead > 0 && t('client.bookings.ahead', { n: ahead }),
              ]
                .filter(Boolean)
                .join(', ')}
            </dd>
          )}
        </div>
        <div>
          <dt>{t('client.spent')}</dt>
          <dd className="title">{past === 0 ? t('client.spent.none') : formatMoney(client.spent, client.currency)}</dd>
          {past === 0 && <dd className={dashboardStyles.noteLine}>{t('client.spent.none.note')}</dd>}
        </div>
      </dl>
      {!client.own && <BookedHere />}
      {link && <LinkNote link={link} firstName={firstName} />}
      {sheet && (
        <TitledCard title={sheet.title}>
          {sheet.text && <p className="muted">{sheet.text}</p>}
          <AppointmentForm
            key={`${sheet.visit?.id} ${sheet.title}`}
            clientId={client.id}
            start={sheet.start}
            {...(sheet.visit?.appointment ? { changes: sheet.visit.appointment } : {})}
            onLeave={() => setSheet(null)}
            onSaved={(made) => {
              setSheet(null)
              setLink(made.link)
              revalidate()
            }}
          />
        </TitledCard>
      )}
      <TitledCard title={t('client.history', { firstName })}>
        <VisitList
          visits={client.visits}
          firstName={firstName}
          onChange={(visit) =>
            visit.appointment &&
            open({ title: t('own.change'), text: null, start: toAppointmentDraft(visit.appointment), visit })
          }
          onDone={revalidate}
        />
      </TitledCard>
      <TitledCard title={t('client.about')}>
        <ClientForm client={client} onSaved={() => revalidate()} />
      </TitledCard>
      {client.own && <Forgetting client={client} />}
    </DashboardFrame>
  )
}

function BookedHere() {
  const { t } = useClientMessages()
  const { profile } = useOwn()
  const site = useSite()
  const copy = async () => {
    await navigator.clipboard.writeText(`${site?.publicUrl ?? location.origin}/@/${profile.slug}`)
    showToast('success', t('client.copied'))
  }
  return (
    <Note kind="info">
      <span className="row gap-12 wrapping">
        {t('client.booked')}
        <Button kind="secondary" size="small" onClick={copy}>
          <Copy className="icon" aria-hidden="true" />
          {t('client.page.copy')}
        </Button>
      </span>
    </Note>
  )
}

function Forgetting({ client }: { client: ClientPage }) {
  const { t } = useClientMessages()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const { pending, run } = useForm({ toasts: true })
  const forget = async () => {
    setAsking(false)
    if (!(await run(() => browserApi().privateClients.remove({ clientId: client.id })))) return
    showToast('success', t('client.removed', { name: client.name }))
    navigate('/dashboard/clients')
  }
  return (
    <div>
      <Button kind="secondary" loading={pending} onClick={() => setAsking(true)}>
        {t('client.remove')}
      </Button>
      <Confirm
        open={asking}
        title={t('client.remove.title', { name: client.name })}
        act={t('client.remove')}
        wayOut={t('client.back')}
        danger
        onAct={forget}
        onClose={() => setAsking(false)}>
        {t('client.remove.text')}
      </Confirm>
    </div>
  )
}

export { DashboardError as ErrorBoundary }

interface VisitListProps {
  visits: readonly Visit[]
  firstName: string
  onChange: (visit: Visit) => void
  onDone: () => void
}

const looks = { ahead: 'info', past: 'plain', cancelled: 'disabled' } as const

/** Visits of a client, latest first. Private appointments are edited here; bookings link to their page. */
function VisitList({ visits, onChange, onDone }: VisitListProps) {
  const { t, moment } = useClientMessages()
  const [asking, setAsking] = useState<{ visit: Visit; act: 'cancel' | 'remove' } | null>(null)
  const [scope, setScope] = useState<'one' | 'following'>('one')
  const { isPending, run } = useForm({ toasts: true })
  const ask = (visit: Visit, act: 'cancel' | 'remove') => {
    setScope('one')
    // Only a series needs a confirmation: a single appointment is easily added again.
    if (act === 'cancel' && !visit.appointment?.repeat) cancel(visit)
    else setAsking({ visit, act })
  }
  const copy = async (link: string) => {
    await navigator.clipboard.writeText(link)
    showToast('success', t('client.copied'))
  }
  const cancel = async ({ id, appointment }: Visit) => {
    setAsking(null)
    if (!appointment) return
    const done = await run(
      () =>
        browserApi().privateClients.updateAppointment({ ...appointment, appointmentId: id, cancelled: true, scope }),
      { name: id },
    )
    if (!done) return
    showToast('success', t('own.cancelled'))
    onDone()
  }
  const remove = async (visit: Visit) => {
    setAsking(null)
    if (
      !(await run(() => browserApi().privateClients.deleteAppointment({ appointmentId: visit.id, scope }), {
        name: visit.id,
      }))
    )
      return
    showToast('success', t('own.forgotten'))
    onDone()
  }
  if (visits.length === 0) return <p className="muted">{t('client.history.none')}</p>
  return (
    <>
      <ul className={moneyListStyles.moneyList}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <div className="stack gap-4 can-shrink">
              <span className="row gap-8 wrapping">
                <b className="bold">{moment(visit)}</b>
                <Badge look={looks[visit.state]}>
                  {t(
                    visit.appointment?.answered && visit.state === 'ahead'
                      ? 'own.agreed'
                      : `client.state.${visit.state}`,
                  )}
                </Badge>
              </span>
              <span className="small muted">
                {[visit.what, visit.place, visit.price === null ? null : formatMoney(visit.price, visit.currency)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {visit.note && <span className="small">{visit.note}</span>}
            </div>
            <div className="row gap-8 wrapping">
              {visit.own ? (
                <>
                  <Button
                    kind="secondary"
                    size="small"
                    aria-label={t('client.visit.change.label', { day: moment(visit) })}
                    onClick={() => onChange(visit)}>
                    {t('client.visit.change')}
                  </Button>
                  {visit.state === 'ahead' ? (
                    <Button
                      kind="secondary"
                      size="small"
                      loading={isPending(visit.id)}
                      aria-label={t('own.cancel.label', { day: moment(visit) })}
                      onClick={() => ask(visit, 'cancel')}>
                      {t('own.cancel')}
                    </Button>
                  ) : (
                    <Button
                      kind="quiet"
                      size="small"
                      loading={isPending(visit.id)}
                      aria-label={t('own.forget.label', { day: moment(visit) })}
                      onClick={() => ask(visit, 'remove')}>
                      {t('own.forget')}
                    </Button>
                  )}
                </>
              ) : (
                <ButtonLink
                  kind="secondary"
                  size="small"
                  aria-label={t('client.visit.open.label', { day: moment(visit) })}
                  to={`/dashboard/appointments/${visit.id}`}>
                  {t('client.visit.open')}
                </ButtonLink>
              )}
              {visit.link && (
                <Button
                  kind="secondary"
                  size="small"
                  aria-label={t('own.link.copy.of', { day: moment(visit) })}
                  onClick={() => copy(visit.link as string)}>
                  {t('own.link.copy')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Confirm
        open={asking !== null}
        title={t(asking?.act === 'cancel' ? 'own.cancel.title' : 'own.forget.title')}
        act={t(asking?.act === 'cancel' ? 'own.cancel' : 'own.forget')}
        wayOut={t('client.back')}
        danger
        onAct={() => asking && (asking.act === 'cancel' ? cancel : remove)(asking.visit)}
        onClose={() => setAsking(null)}>
        {t(asking?.act === 'cancel' ? 'own.cancel.text' : 'own.forget.text')}
        {asking?.visit.appointment?.repeat && <SeriesScope scope={scope} onChange={setScope} />}
      </Confirm>
    </>
  )
}
