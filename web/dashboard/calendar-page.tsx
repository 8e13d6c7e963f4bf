import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { month as monthName } from '#contract/format.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { browserApi } from '#web/platform/browser.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { addMonths } from '#web/ui/calendar-days.ts'
import { RoomCard } from '#web/ui/room.tsx'
import { BookedOutList } from './booked-out-list.tsx'
import { DayPanel } from './day-panel.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useDashboardWords } from './own.tsx'
import { Room, RoomError } from './room.tsx'

const shape = /^20\d\d-(0[1-9]|1[0-2])$/

/** The month that the address names, else this one, and everything booked out from today on. */
export const clientLoader = membersOnly(async ({ request }) => {
  const asked = new URL(request.url).searchParams.get('month') ?? ''
  const month = shape.test(asked) ? asked : new Date().toISOString().slice(0, 7)
  const [data, out] = await Promise.all([browserApi().calendar.month({ month }), browserApi().bookedOut.list({})])
  return { data, dates: out.dates }
})

export default function CalendarPage() {
  const { data, dates } = useLoaderData<typeof clientLoader>()
  const t = useDashboardWords()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { revalidate, state } = useRevalidator()
  const [wanted, setWanted] = useState(data.today)
  const first = `${data.month}-01`
  // Another month that was turned to begins at its first day, this one at today.
  const chosen = wanted.startsWith(data.month) ? wanted : data.today.startsWith(data.month) ? data.today : first
  const day = data.days.find(({ date }) => date === chosen)
  const [year = 0, number = 1] = data.month.split('-').map(Number)
  const show = (to: string) => navigate(`?month=${to.slice(0, 7)}`, { replace: true, preventScrollReset: true })
  const turn = (by: number) => {
    const to = addMonths(first, by)
    setWanted(to)
    show(to)
  }
  return (
    <Room
      title={<span aria-live="polite">{monthName(year, number)}</span>}
      acts={
        <>
          <IconButton className="boxed" label={t('pcal.earlier')} onClick={() => turn(-1)}><ChevronLeft className="i" aria-hidden="true" /></IconButton>
          <Button kind="secondary" size="small" onClick={() => { setWanted(data.today); show(data.today) }}>{t('pcal.today')}</Button>
          <IconButton className="boxed" label={t('pcal.later')} onClick={() => turn(1)}><ChevronRight className="i" aria-hidden="true" /></IconButton>
        </>
      }
    >
      <div className="calendar-columns">
        <section className="cardx month-card" aria-label={t('pcal.title')}>
          <MonthGrid data={data} chosen={chosen} wanted={wanted} loading={navigation.state === 'loading' || state === 'loading'} onChoose={setWanted} onLeave={(to) => { setWanted(to); show(to) }} />
          <ul className="legend small mut">
            <li><i className="j" aria-hidden="true" />{t('pcal.booked')}</li>
            <li><i className="r" aria-hidden="true" />{t('pcal.requested')}</li>
            <li><i className="bo" aria-hidden="true" />{t('pcal.out')}</li>
          </ul>
        </section>
        <div className="stack">
          {day && <DayPanel day={day} today={data.today} onChange={revalidate} />}
          <RoomCard title={t('pcal.list')}>
            {dates.length === 0 ? <p className="mut">{t('empty.bookedout')}</p> : <BookedOutList dates={dates} most={12} onFreed={revalidate} />}
          </RoomCard>
        </div>
      </div>
    </Room>
  )
}

export { RoomError as ErrorBoundary }
