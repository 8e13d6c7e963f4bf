import { useState } from 'react'
import { useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { formatMonth as monthName } from '#contract/format.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { AppointmentRows } from './appointment-rows.tsx'

/** Appointments shown before more are loaded. */
const atOnce = 12

const dayOfMs = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Loads future appointments, or one past month in the address. */
export const clientLoader = requireSession(async ({ request }) => {
  const month = new URL(request.url).searchParams.get('month')
  const { providerBookings } = browserApi()
  if (month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month)) {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
    return { ...(await providerBookings.list({ from: `${month}-01`, until: last })), lately: [], month }
  }
  const [ahead, lately] = await Promise.all([
    providerBookings.list({}),
    providerBookings.list({ from: dayOfMs(Date.now() - 3 * 86_400_000), until: dayOfMs(Date.now()) }),
  ])
  const known = new Set(ahead.appointments.map(({ id }) => id))
  // A recent appointment may still need a balance or an answer.
  return {
    ...ahead,
    lately: lately.appointments.filter(({ id, waits }) => !known.has(id) && waits === null),
    appointments: [
      ...lately.appointments.filter(({ id, waits }) => !known.has(id) && waits !== null),
      ...ahead.appointments,
    ],
    month: null,
  }
})

export default function AppointmentsPage() {
  const { appointments, lately, today, month } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const [, setQuery] = useSearchParams()
  const { revalidate } = useRevalidator()
  useLive(['appointment.'], () => revalidate())
  const waiting = appointments.filter(({ waits }) => waits !== null)
  const rest = appointments.filter(({ waits }) => waits === null)
  const [wanted, setWanted] = useState('')
  const [most, setMost] = useState(atOnce)
  const words = wanted.trim().toLowerCase()
  const all = (month ? rest : rest.filter((one) => one.state !== 'cancelled')).filter(
    (one) => words === '' || `${one.customer.name} ${one.event}`.toLowerCase().includes(words),
  )
  const next =
    month === null && words === ''
      ? all.find(({ state, endsAt }) => state === 'booked' && Date.parse(endsAt) > Date.now())
      : undefined
  const shown = all.slice(0, most)
  const byMonth = Map.groupBy(
    shown.filter((one) => one !== next),
    ({ eventDate }) => eventDate.slice(0, 7),
  )
  const earlier = dayOfMs(Date.parse(`${month ?? today.slice(0, 7)}-01`) - 86_400_000).slice(0, 7)
  return (
    <DashboardFrame
      title={t('dashboard.appointments')}
      text={
        month
          ? t('appointments.month', { month: nameOf(month) })
          : t('appointments.ahead', {
              n: appointments.filter(({ endsAt, state }) => state === 'booked' && Date.parse(endsAt) > Date.now())
                .length,
            })
      }
      acts={
        <>
          <ButtonLink kind="secondary" size="small" to={`?month=${earlier}`}>
            {t('appointments.earlier')}
          </ButtonLink>
          {month && (
            <ButtonLink kind="secondary" size="small" to="/dashboard/appointments" onClick={() => setQuery({})}>
              {t('appointments.now')}
            </ButtonLink>
          )}
        </>
      }>
      {next && (
        <TitledCard title={t('appointments.next')}>
          <AppointmentRows rows={[next]} today={today} />
        </TitledCard>
      )}
      {waiting.length > 0 && (
        <TitledCard title={t('appointments.waits')}>
          <AppointmentRows rows={waiting} today={today} />
        </TitledCard>
      )}
      {rest.length > atOnce && (
        <TextField
          label={t('appointments.find')}
          type="search"
          name="find"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      {shown.length === 0 && words !== '' && <Empty drawing="calendar" title={t('appointments.none.found')} />}
      {shown.length === 0 && waiting.length === 0 && words === '' && (
        <Empty
          drawing="calendar"
          title={t('appointments.none')}
          action={
            <ButtonLink kind="secondary" to="/dashboard/calendar">
              {t('dashboard.calendar')}
            </ButtonLink>
          }
        />
      )}
      {[...byMonth].map(([of, rows]) => (
        <TitledCard key={of} title={nameOf(of)}>
          <AppointmentRows rows={rows} today={today} />
        </TitledCard>
      ))}
      {all.length > most && (
        <div>
          <Button kind="secondary" onClick={() => setMost(most + atOnce)}>
            {t('appointments.rest', { n: Math.min(atOnce, all.length - most) })}
          </Button>
        </div>
      )}
      {lately.length > 0 && words === '' && (
        <TitledCard title={t('appointments.lately')}>
          <AppointmentRows rows={lately} today={today} />
        </TitledCard>
      )}
    </DashboardFrame>
  )
}

const nameOf = (month: string): string => monthName(Number(month.slice(0, 4)), Number(month.slice(5)))

export { DashboardError as ErrorBoundary }
