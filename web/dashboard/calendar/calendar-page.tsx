import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router'
import type { PrivateAppointment } from '#contract/calendar/private-clients.ts'
import { markets, formatMonth as monthName } from '#contract/format.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { getBadgeClasses } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { addMonths } from '#web/ui/fields/calendar-days.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { BookedOutList, formatShortDate } from './booked-out-list.tsx'
import styles from './calendar-page.module.css'
import { buildDayBlocks, type DayOfGrid } from './day-blocks.ts'
import { DayPanel } from './day-panel.tsx'
import type { DrawnSpan } from './drawn-time.ts'
import { FeedsCard } from './feeds-card.tsx'
import { MonthGrid } from './month-grid.tsx'
import { TimeGrid } from './time-grid.tsx'

const views = ['month', 'week', 'day', 'agenda'] as const
type View = (typeof views)[number]
const readView = (asked: string | null): View => views.find((view) => view === asked) ?? 'month'
const shape = /^20\d\d-(0[1-9]|1[0-2])$/

/** Loads the month of the address or its day, else the current one, and all future blocked times. */
export const clientLoader = requireSession(async ({ request }) => {
  const { searchParams } = new URL(request.url)
  const named = searchParams.get('day') ?? ''
  const asked = searchParams.get('month') ?? named.slice(0, 7)
  const month = shape.test(asked) ? asked : new Date().toISOString().slice(0, 7)
  const view = readView(searchParams.get('view'))
  const last = addMonths(`${month}-01`, 1)
  const around = await Promise.all([
    browserApi().calendar.month({ month }),
    browserApi().bookedOut.list({}),
    browserApi().providerBookings.list({ from: `${month}-01`, until: last }),
    // The month works without them.
    browserApi()
      .providerBookings.feeds({})
      .catch(() => null),
    // Refused during impersonation.
    browserApi()
      .privateClients.appointments({ from: addMonths(`${month}-01`, -1), until: addMonths(last, 1) })
      .catch(() => null),
    // The days work without journeys.
    browserApi()
      .providerBookings.listSharedLocations({ from: dateAfter(`${month}-01`, -7), until: dateAfter(last, 7) })
      .catch(() => ({ ways: [] })),
    // A week may start or end in an adjacent month.
    ...(view === 'week'
      ? [
          browserApi().calendar.month({ month: addMonths(`${month}-01`, -1).slice(0, 7) }),
          browserApi().calendar.month({ month: last.slice(0, 7) }),
        ]
      : []),
  ] as const)
  const [data, out, booked, feeds, own, between, ...sides] = around
  const all = [...sides, data].flatMap(({ days }) => days)
  return {
    data,
    named,
    dates: out.dates,
    jobs: booked.appointments.filter(({ state }) => state !== 'cancelled'),
    tests: booked.tests,
    trials: booked.trials,
    own: own?.appointments.filter(({ cancelled }) => !cancelled) ?? [],
    canAdd: own !== null,
    ways: between.ways,
    all,
    view,
    feeds,
  }
})

export default function CalendarPage() {
  const { data, named, dates, jobs, tests, trials, own, ways, all, view, feeds, canAdd } =
    useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { revalidate, state } = useRevalidator()
  const { run } = useForm({ toasts: true })
  const [wanted, setWanted] = useState(data.days.some(({ date }) => date === named) ? named : data.today)
  const [drawn, setDrawn] = useState<DrawnSpan | null>(null)
  // Incremented by each save: the new key resets the grid's selection.
  const [drawing, setDrawing] = useState(0)
  // Incremented by each press of 'Add appointment'.
  const [adding, setAdding] = useState(0)
  const first = `${data.month}-01`
  // Defaults to the first day of another month, or to today.
  const chosen = wanted.startsWith(data.month) ? wanted : data.today.startsWith(data.month) ? data.today : first
  const day = data.days.find(({ date }) => date === chosen)
  const [year = 0, number = 1] = data.month.split('-').map(Number)
  const show = (to: string, as: View = view) =>
    navigate(`?month=${to.slice(0, 7)}${as === 'month' ? '' : `&view=${as}`}`, {
      replace: true,
      preventScrollReset: true,
      // The next key event must see the pending month.
      flushSync: true,
    })
  const ofDay = (day: CalendarDay): DayOfGrid => ({
    day,
    jobs: jobs.filter(({ eventDate }) => eventDate === day.date),
    tests: tests.filter(({ eventDate }) => eventDate === day.date),
    trials: trials.filter(({ eventDate }) => eventDate === day.date),
    own: own.filter(({ eventDate }) => eventDate === day.date),
    ways: ways.filter(({ eventDate }) => eventDate === day.date),
  })
  const move = async (one: PrivateAppointment, to: { eventDate: string; startTime: string }) => {
    const done = await run(
      () => browserApi().privateClients.updateAppointment({ ...one, ...to, appointmentId: one.id, cancelled: false }),
      { name: one.id },
    )
    if (done) showToast('success', t('ownCalendar.move.done', { name: one.name }))
    // Reloads in any case.
    revalidate()
  }
  // A week may contain days of another month, which is then loaded.
  const choose = (to: string) => {
    setWanted(to)
    if (!to.startsWith(data.month)) show(to)
  }
  const turn = (by: number) => {
    const to =
      view === 'month' || view === 'agenda' ? addMonths(first, by) : dateAfter(chosen, by * (view === 'week' ? 7 : 1))
    setWanted(to)
    show(to)
  }
  return (
    <DashboardFrame
      title={<span aria-live="polite">{monthName(year, number)}</span>}
      acts={
        <>
          <IconButton
            className={joinClasses(styles.boxed, styles.iconButton)}
            label={t('ownCalendar.earlier')}
            onClick={() => turn(-1)}>
            <ChevronLeft className="icon" aria-hidden="true" />
          </IconButton>
          <Button
            kind="secondary"
            size="small"
            onClick={() => {
              setWanted(data.today)
              show(data.today)
            }}>
            {t('ownCalendar.today')}
          </Button>
          <IconButton
            className={joinClasses(styles.boxed, styles.iconButton)}
            label={t('ownCalendar.later')}
            onClick={() => turn(1)}>
            <ChevronRight className="icon" aria-hidden="true" />
          </IconButton>
          {canAdd && (
            <Button size="small" onClick={() => setAdding(adding + 1)}>
              <CalendarPlus className="icon" aria-hidden="true" />
              {t('ownCalendar.add')}
            </Button>
          )}
        </>
      }>
      <div className={styles.calendarColumns}>
        <section className={joinClasses('card', styles.monthCard)} aria-label={t('ownCalendar.title')}>
          <div>
            <Tabs
              label={t('ownCalendar.view')}
              value={view}
              panel="diary"
              onChange={(to) => show(chosen, to)}
              tabs={views.map((value) => ({ value, label: t(`ownCalendar.${value}`) }))}
            />
          </div>
          <div id="diary" className={styles.diary} role="tabpanel" aria-label={t(`ownCalendar.${view}`)}>
            {view === 'month' ? (
              <MonthGrid
                data={data}
                jobs={jobs}
                blocksOn={(day) => buildDayBlocks(ofDay(day), t)}
                chosen={chosen}
                wanted={wanted}
                loading={navigation.state === 'loading' || state === 'loading'}
                onChoose={setWanted}
                onLeave={(to) => {
                  setWanted(to)
                  show(to)
                }}
              />
            ) : view === 'agenda' ? (
              <Agenda days={data.days.map(ofDay)} today={data.today} />
            ) : (
              <TimeGrid
                key={drawing}
                today={data.today}
                chosen={chosen}
                onChoose={choose}
                onMove={move}
                onDrawn={(span) => {
                  setDrawn(span)
                  choose(span.date)
                }}
                days={daysOf(view, chosen, markets[data.countryCode].weekStart)
                  .flatMap((date) => all.find((of) => of.date === date) ?? [])
                  .map(ofDay)}
              />
            )}
          </div>
          <ul className={joinClasses('small muted', styles.legend)}>
            <li>
              <i className={styles.jobMark} aria-hidden="true" />
              {t('ownCalendar.booked')}
            </li>
            <li>
              <i className={styles.request} aria-hidden="true" />
              {t('ownCalendar.requested')}
            </li>
            <li>
              <i className={styles.bookedOut} aria-hidden="true" />
              {t('ownCalendar.out')}
            </li>
            <li>
              <i className={styles.doneMark} aria-hidden="true" />
              {t('ownCalendar.done')}
            </li>
            {data.days.some(({ closed }) => closed.length > 0) && (
              <li>
                <i className={styles.closed} aria-hidden="true" />
                {t('ownCalendar.closed')}
              </li>
            )}
            <li>
              <i className={styles.imported} aria-hidden="true" />
              {t('ownCalendar.fromElsewhere')}
            </li>
          </ul>
        </section>
        <div className="stack">
          {day && (
            <DayPanel
              day={day}
              blocks={buildDayBlocks(ofDay(day), t)}
              today={data.today}
              drawn={drawn?.date === day.date ? drawn : null}
              adding={canAdd ? adding : null}
              onChange={() => {
                setDrawn(null)
                setDrawing(drawing + 1)
                revalidate()
              }}
            />
          )}
          <TitledCard title={t('ownCalendar.list')}>
            {dates.length === 0 ? (
              <Empty drawing="calendar" title={t('empty.bookedout')} />
            ) : (
              <BookedOutList dates={dates} most={12} onFreed={revalidate} />
            )}
          </TitledCard>
          <FeedsCard known={feeds} timeZone={data.timeZone} onChange={revalidate} />
        </div>
      </div>
    </DashboardFrame>
  )
}

const dateAfter = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10)

function daysOf(view: View, day: string, weekStart: number): string[] {
  if (view !== 'week') return [day]
  const back = (new Date(`${day}T00:00:00Z`).getUTCDay() - weekStart + 7) % 7
  return Array.from({ length: 7 }, (_, i) => dateAfter(day, i - back))
}

export { DashboardError as ErrorBoundary }

/** A month as a list of days with appointments, journeys and other busy times. */
function Agenda({ days, today }: { days: readonly DayOfGrid[]; today: string }) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const shown = days
    .map((of) => ({ of, blocks: buildDayBlocks(of, t).filter(({ look }) => look !== 'closed') }))
    .filter(({ of, blocks }) => blocks.length > 0 || of.day.requests > 0)
  if (shown.length === 0) return <Empty drawing="calendar" title={t('ownCalendar.agenda.none')} />
  return (
    <ol className={styles.agenda}>
      {shown.map(({ of: { day }, blocks }) => (
        <li key={day.date}>
          <h3 className={joinClasses('title', day.date === today && styles.today)}>
            <Link to={`/dashboard/calendar/sheet/${day.date}`}>{formatShortDate(day.date, countryCode)}</Link>
          </h3>
          <ul className={styles.lines}>
            {blocks.map(({ key, look, title, text, link }) => (
              <li key={key} data-look={look}>
                {link ? (
                  <Link className="link" to={link}>
                    {title}
                  </Link>
                ) : (
                  <span>{title}</span>
                )}
                <span className="muted">{text}</span>
              </li>
            ))}
          </ul>
          {day.requests > 0 && (
            <Link className={getBadgeClasses('info')} to="/dashboard/requests">
              {t('ownCalendar.requests', { n: day.requests })}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}
