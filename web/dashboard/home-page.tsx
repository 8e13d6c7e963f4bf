import { CalendarX2, Eye, Star } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { countOf } from '#contract/i18n/counts.ts'
import { formatEnds } from '#contract/accounts/ends-text.ts'
import { formatDate, formatDuration, formatMoney, formatScore } from '#contract/format.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { useForm } from '#web/platform/use-form.ts'
import { RequestRows } from '#web/offers/request-rows.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { AppointmentRows } from '#web/dashboard/appointments/appointment-rows.tsx'
import { addDays } from '#web/ui/fields/calendar-days.ts'
import { FeedWarnings } from '#web/dashboard/calendar/feed-row.tsx'
import { BookedOutList, formatShortDate } from '#web/dashboard/calendar/booked-out-list.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from './dashboard-frame.tsx'
import { replyNote, getSignupStanding, StateBanner, WeekStrip } from './home-cards.tsx'
import { Entered, Finished, isFinished, Today, TodayJob } from './today.tsx'
import { StrengthCard } from '#web/dashboard/own-profile/strength-card.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import dashboardStyles from './dashboard.module.css'

/** Loads the provider's home page. */
export const clientLoader = requireSession(async () => {
  const api = browserApi()
  const monthAt = (day: string) => api.calendar.month({ month: day.slice(0, 7) })
  const here = new Date().toISOString()
  const [month, out, own, asked, earnings] = await Promise.all([
    monthAt(here),
    api.bookedOut.list({}),
    api.providerProfile.show({}),
    api.requests.mine({}),
    api.earnings.show({}),
  ])
  const [recent, ahead] = await Promise.all([
    api.providerBookings.list({ from: addDays(month.today, -3), until: month.today }),
    api.providerBookings.list({}),
  ])
  const appointments = [
    ...new Map([...recent.appointments, ...ahead.appointments].map((one) => [one.id, one])).values(),
  ]
  // Refused during impersonation.
  const entered = await api.privateClients
    .appointments({ from: month.today, until: month.today })
    .catch(() => ({ appointments: [] }))
  // The page works without them.
  const { feeds } = await api.providerBookings.feeds({}).catch(() => ({ feeds: [] }))
  const today = await Promise.all(
    appointments
      // Also the ones that are over, or about which a problem was reported.
      .filter(({ state, eventDate }) => eventDate === month.today && state !== 'cancelled' && state !== 'no_show')
      .map(({ id }) => api.providerBookings.read({ appointmentId: id })),
  )
  const standing = own.state === 'approved' ? {} : getSignupStanding(await api.signup.show({}))
  // In the provider's time zone it may already be another month.
  const theirs = month.today.startsWith(month.month) ? month : await monthAt(month.today)
  const week = theirs.days.filter((day) => day.date >= theirs.today)
  const later =
    week.length < 7 ? await monthAt(new Date(Date.parse(theirs.today) + 7 * 86_400_000).toISOString()) : null
  return {
    week: [...week, ...(later?.days ?? [])],
    month: theirs,
    dates: out.dates,
    standing,
    asked,
    earnings,
    toDo: appointments
      .filter(({ answerBy }) => answerBy !== null)
      .toSorted((a, b) => String(a.answerBy).localeCompare(String(b.answerBy))),
    jobs: today.map(({ appointment }) => appointment),
    entered: entered.appointments.filter(({ cancelled }) => !cancelled),
    feeds,
  }
})

export default function HomePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const [dates, setDates] = useState(loaded.dates)
  const { month } = loaded
  const today = month.days.find((day) => day.date === month.today)
  const {
    earnings,
    asked: { replies },
  } = loaded
  const requests = loaded.asked.toAnswer
  const { revalidate } = useRevalidator()
  const waiting = loaded.asked.requests.filter(({ state }) => state === 'requested')
  // Finished jobs come after those that can still be late.
  const [finished, ahead] = [loaded.jobs.filter(isFinished), loaded.jobs.filter((job) => !isFinished(job))]
  const hasWork = ahead.length > 0 || loaded.entered.length > 0
  const day = (
    <TitledCard title={t('dashboard.today')}>
      {ahead.length > 0 && (
        <div className="stack gap-32">
          {ahead.map((job) => (
            <TodayJob key={job.id} job={job} />
          ))}
        </div>
      )}
      {finished.length > 0 && <Finished jobs={finished} />}
      {loaded.entered.length > 0 && <Entered entered={loaded.entered} />}
      {loaded.jobs.length === 0 && loaded.entered.length === 0 && <Today day={today} week={loaded.week} />}
    </TitledCard>
  )
  return (
    <DashboardFrame
      title={formatShortDate(month.today, profile.countryCode)}
      text={
        <span className="row gap-8 wrapping">
          {t('dashboard.summary', {
            n: loaded.jobs.length,
            requests: t('dashboard.summary.requests', { n: requests }),
          })}
          <TestPaymentsMark test={earnings.test} />
        </span>
      }
      acts={
        <>
          {(profile.state === 'approved' || profile.state === 'paused') && (
            <ButtonLink kind="secondary" size="small" to={`/@/${profile.slug}`}>
              <Eye className="icon" aria-hidden="true" />
              {t('dashboard.view')}
            </ButtonLink>
          )}
          <ButtonLink size="small" to="/dashboard/calendar">
            <CalendarX2 className="icon" aria-hidden="true" />
            {t('dashboard.bookOut')}
          </ButtonLink>
        </>
      }>
      <StateBanner standing={loaded.standing} />
      <FeedWarnings feeds={loaded.feeds} timeZone={month.timeZone} />
      {loaded.toDo.length > 0 && (
        <TitledCard title={t('appointments.waits')}>
          <AppointmentRows rows={loaded.toDo} today={month.today} />
        </TitledCard>
      )}
      {hasWork && day}
      {waiting.length > 0 && (
        <TitledCard
          title={t('dashboard.requests.toAnswer')}
          beside={
            <Link className="link tap-target" to="/dashboard/requests">
              {t('dashboard.requests.all', { n: requests })}
            </Link>
          }>
          <RequestRows requests={waiting.slice(0, 3)} onChanged={() => revalidate()} />
        </TitledCard>
      )}
      {!hasWork && finished.length > 0 && day}
      <WeekStrip days={loaded.week} today={month.today} jobsToday={loaded.jobs.length} country={profile.countryCode} />
      <dl className={joinClasses(dashboardStyles.figures, dashboardStyles.four)}>
        <div>
          <dt>{t('dashboard.month')}</dt>
          <dd className="number">{formatMoney(earnings.thisMonth.yours, earnings.currency)}</dd>
          <dd className={dashboardStyles.noteLine}>{t('dashboard.month.note', { n: earnings.thisMonth.bookings })}</dd>
        </div>
        <div>
          <dt>{t('dashboard.payout')}</dt>
          <dd className="number">
            {earnings.nextPayout ? formatMoney(earnings.nextPayout.amount, earnings.currency) : '–'}
          </dd>
          <dd className={dashboardStyles.noteLine}>
            {earnings.nextPayout
              ? t('dashboard.payout.date', { date: formatDate(earnings.nextPayout.date, profile.countryCode) })
              : t('dashboard.payout.none')}
          </dd>
        </div>
        <div>
          <dt>{t('dashboard.reply')}</dt>
          <dd className="number">{replies.minutes === null ? '–' : formatDuration(replies.minutes)}</dd>
          <dd className={dashboardStyles.noteLine}>{replyNote(replies)}</dd>
        </div>
        <div>
          <dt>{t('dashboard.score')}</dt>
          <dd className="number row gap-8">
            <Star className="icon star-icon" aria-hidden="true" />
            {profile.rating === null ? '–' : formatScore(profile.rating)}
          </dd>
          <dd className={dashboardStyles.noteLine}>{countOf('reviews', profile.reviews)}</dd>
        </div>
      </dl>
      <div className="two-columns">
        <div className="stack gap-24">
          {!hasWork && finished.length === 0 && day}
          <TitledCard title={t('dashboard.bookedout')}>
            {dates.length === 0 ? (
              <Empty drawing="calendar" title={t('empty.bookedout')} />
            ) : (
              <BookedOutList
                dates={dates}
                most={3}
                onFreed={(ids) => setDates((now) => now.filter(({ id }) => !ids.includes(id)))}
              />
            )}
          </TitledCard>
        </div>
        <div className="stack gap-24">
          <StrengthCard />
          <Pause />
        </div>
      </div>
    </DashboardFrame>
  )
}

function Pause() {
  const t = useDashboardMessages()
  const { profile, keep } = useOwn()
  const [asking, setAsking] = useState(false)
  const { pending, run } = useForm({ toasts: true })
  const ends = useAnswer(asking ? 'ends' : null, () => browserApi().account.ends({})).answer
  const ending = ends?.asArtist && formatEnds(ends.asArtist)
  if (profile.state !== 'approved' && profile.state !== 'paused') return null
  const paused = profile.state === 'paused'
  const turn = async (to: boolean) => {
    setAsking(false)
    const done = await run(() => browserApi().providerProfile.pause({ paused: to }))
    if (!done) return
    keep(done.answer)
    showToast('success', t(to ? 'toast.profile.paused' : 'toast.profile.resumed'))
  }
  return (
    <div>
      <Button
        kind={paused ? 'primary' : 'quiet'}
        loading={pending}
        onClick={() => (paused ? turn(false) : setAsking(true))}>
        {t(paused ? 'dashboard.resume' : 'dashboard.pause')}
      </Button>
      <Confirm
        open={asking}
        title={t('confirm.pause')}
        act={t('confirm.pause.act')}
        wayOut={t('confirm.back')}
        onAct={() => turn(true)}
        onClose={() => setAsking(false)}>
        {t('confirm.pause.text')} {ending && t('confirm.pause.ends', { ended: ending })}
      </Confirm>
    </div>
  )
}

export { DashboardError as ErrorBoundary }
