import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { markets, month as monthName } from '#contract/format.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { addMonths } from '#web/ui/fields/calendar-days.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { BookedOutList } from './booked-out-list.tsx'
import { DayPanel } from './day-panel.tsx'
import { FeedsCard } from './feeds-card.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { DashboardFrame, DashboardError } from '#web/dashboard/dashboard-frame.tsx'
import { TimeGrid } from './time-grid.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './calendar-page.module.css'

const views = ['month', 'week', 'day'] as const
type View = (typeof views)[number]
const readView = (asked: string | null): View => views.find((view) => view === asked) ?? 'month'
const shape = /^20\d\d-(0[1-9]|1[0-2])$/

/** The month that the address names, or its day lies in, else this one, and everything booked out from today on. */
export const clientLoader = membersOnly(async ({ request }) => {
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
    // The month stands without them.
    browserApi()
      .providerBookings.feeds({})
      .catch(() => null),
    // A week may begin in the month before or end in the one after.
    ...(view === 'week'
      ? [
          browserApi().calendar.month({ month: addMonths(`${month}-01`, -1).slice(0, 7) }),
          browserApi().calendar.month({ month: last.slice(0, 7) }),
        ]
      : []),
  ] as const)
  const [data, out, booked, feeds, ...sides] = around
  const all = [...sides, data].flatMap(({ days }) => days)
  return {
    data,
    named,
    dates: out.dates,
    jobs: booked.appointments.filter(({ state }) => state !== 'cancelled'),
    all,
    view,
    feeds,
  }
})

export default function CalendarPage() {
  const { data, named, dates, jobs, all, view, feeds } = useLoaderData<typeof clientLoader>()
  const t = useDashboardWords()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { revalidate, state } = useRevalidator()
  const [wanted, setWanted] = useState(data.days.some(({ date }) => date === named) ? named : data.today)
  const first = `${data.month}-01`
  // Another month that was turned to begins at its first day, this one at today.
  const chosen = wanted.startsWith(data.month) ? wanted : data.today.startsWith(data.month) ? data.today : first
  const day = data.days.find(({ date }) => date === chosen)
  const [year = 0, number = 1] = data.month.split('-').map(Number)
  const show = (to: string, as: View = view) =>
    navigate(`?month=${to.slice(0, 7)}${as === 'month' ? '' : `&view=${as}`}`, {
      replace: true,
      preventScrollReset: true,
      // The next key is to know that a month is on its way.
      flushSync: true,
    })
  const turn = (by: number) => {
    const to = view === 'month' ? addMonths(first, by) : dateAfter(chosen, by * (view === 'week' ? 7 : 1))
    setWanted(to)
    show(to)
  }
  return (
    <DashboardFrame
      title={<span aria-live="polite">{monthName(year, number)}</span>}
      acts={
        <>
          <IconButton
            className={classes(styles.boxed, styles.iconButton)}
            label={t('pcal.earlier')}
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
            {t('pcal.today')}
          </Button>
          <IconButton
            className={classes(styles.boxed, styles.iconButton)}
            label={t('pcal.later')}
            onClick={() => turn(1)}>
            <ChevronRight className="icon" aria-hidden="true" />
          </IconButton>
        </>
      }>
      <div className={styles.calendarColumns}>
        <section className={classes('card', styles.monthCard)} aria-label={t('pcal.title')}>
          <Tabs
            label={t('pcal.view')}
            value={view}
            panel="diary"
            onChange={(to) => show(chosen, to)}
            tabs={views.map((value) => ({ value, label: t(`pcal.${value}`) }))}
          />
          <div id="diary" className={styles.diary} role="tabpanel" aria-label={t(`pcal.${view}`)}>
            {view === 'month' ? (
              <MonthGrid
                data={data}
                jobs={jobs}
                chosen={chosen}
                wanted={wanted}
                loading={navigation.state === 'loading' || state === 'loading'}
                onChoose={setWanted}
                onLeave={(to) => {
                  setWanted(to)
                  show(to)
                }}
              />
            ) : (
              <TimeGrid
                today={data.today}
                chosen={chosen}
                onChoose={setWanted}
                days={daysOf(view, chosen, markets[data.countryCode].weekStart)
                  .flatMap((date) => all.find((of) => of.date === date) ?? [])
                  .map((of) => ({ day: of, jobs: jobs.filter(({ eventDate }) => eventDate === of.date) }))}
              />
            )}
          </div>
          <ul className={classes('small muted', styles.legend)}>
            <li>
              <i className={styles.jobMark} aria-hidden="true" />
              {t('pcal.booked')}
            </li>
            <li>
              <i className={styles.request} aria-hidden="true" />
              {t('pcal.requested')}
            </li>
            <li>
              <i className={styles.bookedOut} aria-hidden="true" />
              {t('pcal.out')}
            </li>
            <li>
              <i className={styles.doneMark} aria-hidden="true" />
              {t('pcal.done')}
            </li>
            <li>
              <i className={styles.imported} aria-hidden="true" />
              {t('pcal.fromElsewhere')}
            </li>
          </ul>
        </section>
        <div className="stack">
          {day && (
            <DayPanel
              day={day}
              jobs={jobs.filter(({ eventDate }) => eventDate === day.date)}
              today={data.today}
              onChange={revalidate}
            />
          )}
          <TitledCard title={t('pcal.list')}>
            {dates.length === 0 ? (
              <p className="muted">{t('empty.bookedout')}</p>
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

/** The day itself, or the seven of its week as the country begins it. */
function daysOf(view: View, day: string, weekStart: number): string[] {
  if (view !== 'week') return [day]
  const back = (new Date(`${day}T00:00:00Z`).getUTCDay() - weekStart + 7) % 7
  return Array.from({ length: 7 }, (_, i) => dateAfter(day, i - back))
}

export { DashboardError as ErrorBoundary }
