import { CalendarPlus, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router'
import type { BookedOut } from '#contract/providers/booked-out.ts'
import { markets, formatMonth as monthName } from '#contract/format.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { toApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { addDays, addMonths, getWeekdayIndex } from '#web/ui/fields/calendar-days.ts'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { Agenda } from './agenda.tsx'
import { BookedOutList, formatShortDate } from './booked-out-list.tsx'
import { CalendarLegend } from './calendar-legend.tsx'
import styles from './calendar-page.module.css'
import { type Block, buildDayBlocks, type DayOfGrid, listBlocksOfArtist } from './day-blocks.ts'
import { DayPanel } from './day-panel.tsx'
import { FeedsCard } from './feeds-card.tsx'
import { MonthGrid } from './month-grid.tsx'
import { formatMinuteOfEvent, type Span } from './selection.ts'
import { TimeGrid } from './time-grid.tsx'
import { useIsNarrow, useIsPrinting } from './use-media.ts'
import type { GridColumn } from './use-time-grid.ts'

const views = ['month', 'week', 'day', 'agenda'] as const
type View = (typeof views)[number]
const readView = (asked: string | null): View => views.find((view) => view === asked) ?? 'month'
const shape = /^20\d\d-(0[1-9]|1[0-2])$/
// A week may start or end in an adjacent month.
const sideDays = 7

/** Loads the month of the address or its day, else the current one, and all future blocked times. */
export const clientLoader = requireSession(async ({ request }) => {
  const { searchParams } = new URL(request.url)
  const named = searchParams.get('day') ?? ''
  const asked = searchParams.get('month') ?? named.slice(0, 7)
  const month = shape.test(asked) ? asked : new Date().toISOString().slice(0, 7)
  const view = readView(searchParams.get('view'))
  const last = addMonths(`${month}-01`, 1)
  const range = { from: addDays(`${month}-01`, -sideDays), until: addDays(last, sideDays) }
  const [data, out, booked, feeds, own, between, received, ...sides] = await Promise.all([
    browserApi().calendar.month({ month }),
    browserApi().bookedOut.list({}),
    browserApi().providerBookings.list(range),
    // The calendar works without the following four.
    browserApi()
      .providerBookings.feeds({})
      .catch(() => null),
    // Refused during impersonation.
    browserApi()
      .privateClients.appointments(range)
      .catch(() => null),
    browserApi()
      .providerBookings.listSharedLocations(range)
      .catch(() => ({ ways: [] })),
    browserApi()
      .requests.mine({})
      .catch(() => ({ requests: [] })),
    ...(view === 'week'
      ? [
          browserApi().calendar.month({ month: addMonths(`${month}-01`, -1).slice(0, 7) }),
          browserApi().calendar.month({ month: last.slice(0, 7) }),
        ]
      : []),
  ] as const)
  const all = [...sides, data].flatMap(({ days }) => days)
  return {
    data,
    named,
    dates: out.dates,
    jobs: booked.appointments,
    tests: booked.tests,
    trials: booked.trials,
    own: own?.appointments ?? [],
    canAdd: own !== null,
    ways: between.ways,
    requests: received.requests.filter(({ state, open }) => open && (state === 'requested' || state === 'offered')),
    all,
    view,
    feeds,
  }
})

export default function CalendarPage() {
  const { data, named, dates, all, view, feeds, canAdd, ...entries } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { revalidate, state } = useRevalidator()
  const [isNarrow, isPrinting] = [useIsNarrow(), useIsPrinting()]
  const [wanted, setWanted] = useState(data.days.some(({ date }) => date === named) ? named : data.today)
  const [cancelled, setCancelled] = useState(false)
  const [person, setPerson] = useState('')
  /** Opens a form of the day's panel; `n` differs with each request. */
  const [form, setForm] = useState<{ n: number; span: Span | null; editing: BookedOut | null } | null>(null)
  const [isPanelOpen, setPanelOpen] = useState(false)
  // Incremented by each save of a form: the new key resets the grid's selection.
  const [saves, setSaves] = useState(0)
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
  const ofDay = (day: CalendarDay): DayOfGrid => {
    const isOnDay = ({ eventDate }: { eventDate: string }) => eventDate === day.date
    return {
      day,
      jobs: entries.jobs.filter((job) => isOnDay(job) && (cancelled || job.state !== 'cancelled')),
      own: entries.own.filter((one) => isOnDay(one) && (cancelled || !one.cancelled)),
      tests: entries.tests.filter(isOnDay),
      trials: entries.trials.filter(isOnDay),
      ways: entries.ways.filter(isOnDay),
      requests: entries.requests.filter(isOnDay),
    }
  }
  // A week may contain days of another month, which is then loaded.
  const choose = (to: string) => {
    setWanted(to)
    if (!to.startsWith(data.month)) show(to)
  }
  const open = (
    to: string,
    { span = null, editing = null }: { span?: Span | null; editing?: BookedOut | null } = {},
  ) => {
    setPanelOpen(true)
    setForm({ n: (form?.n ?? 0) + 1, span, editing })
    choose(to)
  }
  const shownDates = listShownDates(view, chosen, data.today, markets[data.countryCode].weekStart, isNarrow)
  const turn = (by: number) => {
    const to = view === 'month' || view === 'agenda' ? addMonths(first, by) : addDays(chosen, by * shownDates.length)
    setWanted(to)
    show(to)
  }
  const shownDays = shownDates.flatMap((date) => all.find((of) => of.date === date) ?? [])
  const team = profile.artists.map(({ name }) => name)
  const columns = shownDays.flatMap((day): GridColumn[] => {
    const blocks = buildDayBlocks(ofDay(day), t)
    const lanes = team.length > 1 && view === 'day' ? team : person ? [person] : []
    return lanes.length === 0
      ? [{ key: day.date, day, artist: null, blocks }]
      : lanes.map((artist) => ({
          key: `${day.date} ${artist}`,
          day,
          artist: view === 'day' ? artist : null,
          blocks: listBlocksOfArtist(blocks, artist, artist === team[0], t),
        }))
  })
  const bookOut = async ({ date, from, to }: Span): Promise<string | null> => {
    try {
      await browserApi().bookedOut.add({
        eventDate: date,
        startTime: formatMinuteOfEvent(from),
        finishTime: formatMinuteOfEvent(to),
      })
    } catch (error) {
      return toApiError(error).message
    }
    showToast('success', t('toast.bookedout.added', { date: formatShortDate(date, data.countryCode) }))
    await revalidate()
    return null
  }
  const move = async ({ own, blocked }: Block, { date, from, to }: Span): Promise<string | null> => {
    const times = { eventDate: date, startTime: formatMinuteOfEvent(from) }
    try {
      if (own)
        await browserApi().privateClients.updateAppointment({
          ...own,
          ...times,
          minutes: to - from,
          appointmentId: own.id,
          cancelled: false,
        })
      else if (blocked)
        await browserApi().bookedOut.update({ ...times, id: blocked.id, finishTime: formatMinuteOfEvent(to) })
    } catch (error) {
      return toApiError(error).message
    }
    showToast('success', own ? t('ownCalendar.move.done', { name: own.name }) : t('ownCalendar.move.blocked'))
    await revalidate()
    return null
  }
  const [firstShown = chosen, lastShown = chosen] = [shownDates[0], shownDates.at(-1)]
  const title =
    view === 'month' || view === 'agenda'
      ? monthName(year, number)
      : firstShown === lastShown
        ? formatShortDate(firstShown, data.countryCode)
        : t('ownCalendar.days', {
            first: removeWeekday(formatShortDate(firstShown, data.countryCode)),
            last: removeWeekday(formatShortDate(lastShown, data.countryCode)),
          })
  // These views show each day's entries, so the panel opens only for its forms.
  const hasOwnDays = view === 'week' || view === 'agenda'
  const unit = view === 'week' ? (isNarrow ? 'days' : 'week') : view === 'day' ? 'day' : 'month'
  return (
    <DashboardFrame
      className={styles.wide}
      title={<span aria-live="polite">{title}</span>}
      acts={
        <div className="row gap-8 wrapping no-print">
          <IconButton
            className={joinClasses(styles.boxed, styles.iconButton)}
            label={t(`ownCalendar.earlier.${unit}`)}
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
            label={t(`ownCalendar.later.${unit}`)}
            onClick={() => turn(1)}>
            <ChevronRight className="icon" aria-hidden="true" />
          </IconButton>
          <IconButton
            className={joinClasses(styles.boxed, styles.iconButton)}
            label={t('ownCalendar.sheet.print')}
            onClick={() => window.print()}>
            <Printer className="icon" aria-hidden="true" />
          </IconButton>
          {canAdd && (
            <Button size="small" aria-label={t('ownCalendar.add')} onClick={() => open(chosen)}>
              <CalendarPlus className="icon" aria-hidden="true" />
              {t(isNarrow ? 'ownCalendar.add.short' : 'ownCalendar.add')}
            </Button>
          )}
        </div>
      }>
      {isPrinting && view !== 'agenda' && (
        <Agenda
          days={(view === 'month' ? data.days : shownDays).map(ofDay)}
          today={data.today}
          all={view !== 'month'}
        />
      )}
      <div
        className={joinClasses(
          styles.calendarColumns,
          hasOwnDays && !isPanelOpen && styles.withoutPanel,
          view !== 'agenda' && 'no-print',
        )}>
        <section className={joinClasses('card', styles.monthCard)} aria-label={t('ownCalendar.title')}>
          <div className={joinClasses('no-print', styles.toolbar)}>
            <Tabs
              label={t('ownCalendar.view')}
              value={view}
              panel="diary"
              onChange={(to) => show(chosen, to)}
              tabs={views.map((value) => ({
                value,
                label: t(value === 'week' && isNarrow ? 'ownCalendar.threeDays' : `ownCalendar.${value}`),
              }))}
            />
            {team.length > 1 && view === 'week' && (
              <SegmentedChoice
                label={t('ownCalendar.person')}
                value={person}
                onChange={setPerson}
                choices={[
                  { value: '', label: t('ownCalendar.person.all') },
                  ...team.map((name) => ({ value: name, label: name })),
                ]}
              />
            )}
          </div>
          <div id="diary" className={styles.diary} role="tabpanel" aria-label={t(`ownCalendar.${view}`)}>
            {view === 'month' ? (
              <MonthGrid
                data={data}
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
              <Agenda days={data.days.map(ofDay)} today={data.today} foldPast={!isPrinting} />
            ) : (
              <TimeGrid
                key={saves}
                columns={columns}
                today={data.today}
                timeZone={data.timeZone}
                chosen={chosen}
                canAdd={canAdd}
                onChoose={(to) => {
                  setPanelOpen(true)
                  choose(to)
                }}
                onTurn={turn}
                onBookOut={bookOut}
                onAdd={(span) => open(span.date, { span })}
                onMove={move}
                onEdit={({ blocked }) => blocked && open(blocked.eventDate, { editing: blocked })}
              />
            )}
          </div>
          <CalendarLegend
            withStates={view !== 'agenda'}
            hasClosed={data.days.some(({ closed }) => closed.length > 0)}
            cancelled={cancelled}
            onCancelled={setCancelled}
          />
        </section>
        {day && (view !== 'agenda' || isPanelOpen) && (
          <div className={joinClasses('no-print', styles.panel)}>
            <DayPanel
              day={day}
              isTitled={view !== 'day'}
              blocks={buildDayBlocks(ofDay(day), t)}
              today={data.today}
              form={form}
              canAdd={canAdd}
              onEdit={(editing) => open(day.date, { editing })}
              onClose={hasOwnDays ? () => setPanelOpen(false) : null}
              onChange={() => {
                setForm(null)
                setSaves(saves + 1)
                revalidate()
              }}
            />
          </div>
        )}
      </div>
      <div className={joinClasses('no-print', styles.below)}>
        <TitledCard title={t('ownCalendar.list')}>
          {dates.length === 0 ? (
            <Empty drawing="calendar" title={t('empty.bookedout')} />
          ) : (
            <BookedOutList dates={dates} most={12} onFreed={() => revalidate()} />
          )}
        </TitledCard>
        <FeedsCard known={feeds} timeZone={data.timeZone} onChange={revalidate} />
      </div>
    </DashboardFrame>
  )
}

const removeWeekday = (date: string): string => date.replace(/^\S+ /, '')

/** Returns the day of a day view, or the week; on phones, three days from a day counted from today. */
function listShownDates(view: View, day: string, today: string, weekStart: 0 | 1, isNarrow: boolean): string[] {
  if (view !== 'week') return [day]
  const fromToday = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  const back = isNarrow ? ((fromToday % 3) + 3) % 3 : getWeekdayIndex(day, weekStart)
  return Array.from({ length: isNarrow ? 3 : 7 }, (_, i) => addDays(day, i - back))
}

export { DashboardError as ErrorBoundary }
