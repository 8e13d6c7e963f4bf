import { type ComponentProps, useState } from 'react'
import { Link, type MetaFunction, useLoaderData, useLocation, useRevalidator } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { isSearchOpen } from '#contract/appointments/lifecycle-appointment.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { countDaysUntil } from '#web/appointments/booking-phrases.ts'
import { BookingRows, isToReview, ReviewPrompt } from '#web/appointments/booking-rows.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './customer-dashboard-page.module.css'
import { CalendarLink } from '#web/calendar/calendar-link.tsx'
import { NextBooking } from '#web/appointments/next-booking.tsx'
import { QuotesInProgress } from '#web/appointments/quotes-in-progress.tsx'
import { SavedCards } from '#web/bookings/saved-cards.tsx'
import { formatExpected } from '#web/party/live-phrases.ts'
import { useForecast } from '#web/party/use-forecast.ts'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { getActingUser, getCurrentToken } from '#web/platform/session.ts'
import { OwnWaiting } from '#web/search/waiting/own-waiting.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { CustomerTop, customerMessages, loadCustomerTop } from './customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

const a = createTranslator(accountMessages)
const t = createTranslator(customerMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${a('customerDashboard.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async () => {
  const api = browserApi()
  // Claims searches made by plain form in this session; failure is ignored.
  if (getCurrentToken(localStore) && !getActingUser(sessionStore)) await api.account.claim({}).catch(() => {})
  const [top, bookings, own, saved, waits] = await Promise.all([
    loadCustomerTop(),
    api.bookings.list({}),
    api.customerDashboard.searches({}),
    api.customerDashboard.listSavedArtists({}),
    // The dashboard works without them.
    api.waiting.mine({}).catch(() => ({ lists: [] })),
  ])
  const next = bookings.ahead[0]
  const [whole, profile] = next
    ? await Promise.all([
        api.bookings.read({ appointmentId: next.id }).catch(() => null),
        api.providers.profile({ profileId: next.provider.slug }).catch(() => null),
      ])
    : [null, null]
  return {
    whole: whole?.appointment ?? null,
    looks: profile
      ? [profile.coverImg, ...profile.gallery.filter(({ _id }) => _id !== profile.coverImg._id)].slice(0, 3)
      : [],
    top,
    ...bookings,
    searches: own.searches.filter(isSearchOpen),
    artists: saved.artists,
    lists: waits.lists,
  }
})

export const HydrateFallback = Undetermined

/** Customer Dashboard: next booking, quotes in progress, past bookings, saved artists. */
export default function CustomerDashboardPage() {
  const { top, ahead, past, searches, artists, looks, whole, lists } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const claimed = (useLocation().state as { claimed?: boolean } | null)?.claimed === true
  const [next, ...later] = ahead
  const toReview = past.find(isToReview)
  const [all, setAll] = useState(false)
  useLive(['appointment.', 'offer.', 'request.'], () => revalidate())
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...top} />
      {claimed && <Note kind="success">{a('customerDashboard.details.claimed')}</Note>}
      {next ? (
        next.waits === 'rescue' ? (
          <BookingRows bookings={[next]} />
        ) : whole ? (
          <ExpectedBooking booking={next} looks={looks} whole={whole} />
        ) : (
          <NextBooking booking={next} looks={looks} conversationId={null} />
        )
      ) : (
        <Empty
          drawing="calendar"
          title={t('customerDashboard.next.none')}
          action={<ButtonLink to="/">{t('customerDashboard.next.none.act')}</ButtonLink>}
        />
      )}
      {later.length > 0 && (
        <section aria-labelledby="ahead" className="stack">
          <h2 className="heading-2" id="ahead">
            {t('customerDashboard.ahead')}
          </h2>
          <BookingRows bookings={all ? later : later.slice(0, 3)} />
          {later.length > 3 && !all && (
            <div>
              <Button kind="secondary" size="small" onClick={() => setAll(true)}>
                {t('customerDashboard.ahead.all', { n: later.length })}
              </Button>
            </div>
          )}
        </section>
      )}
      <div className={joinClasses(styles.inProgress, toReview && styles.withReview)}>
        <section aria-labelledby="quotes" className="card pad-24 stack">
          <div className="row space-between">
            <h2 className="heading-3" id="quotes">
              {t('customerDashboard.quotes')}
            </h2>
            {searches.length > 3 && (
              <Link className="link tap-target" to="/customer-dashboard/quotes">
                {t('customerDashboard.quotes.all')}
              </Link>
            )}
          </div>
          {searches.length === 0 ? (
            <Empty title={t('customerDashboard.quotes.none')} />
          ) : (
            <QuotesInProgress searches={searches.slice(0, 3)} />
          )}
        </section>
        {toReview && <ReviewPrompt booking={toReview} />}
      </div>
      <OwnWaiting lists={lists} />
      {past.length > 0 && (
        <section aria-labelledby="past" className="stack">
          <h2 className="heading-2" id="past">
            {t('customerDashboard.past')}
          </h2>
          <BookingRows bookings={past} past />
        </section>
      )}
      {artists.length > 0 && (
        <section aria-labelledby="saved" className="stack">
          <h2 className="heading-2" id="saved">
            {t('customerDashboard.saved')}
          </h2>
          <SavedCards artists={artists.slice(0, 4)} />
        </section>
      )}
      {ahead.length > 0 && (
        <section className="card pad-24">
          <CalendarLink side="customer" />
        </section>
      )}
    </main>
  )
}

type NextBookingProps = Omit<ComponentProps<typeof NextBooking>, 'conversationId' | 'expected'>

/** The next booking with the times that the updates of the day make likely, as on its own page. */
function ExpectedBooking({ whole, ...of }: NextBookingProps & { whole: Appointment }) {
  const seen = useForecast(whole)
  const isToday = countDaysUntil(whole) <= 0
  const expected = isToday ? { title: formatExpected(whole, seen), arriveAt: seen.plan.arriveAt } : null
  return <NextBooking {...of} conversationId={whole.conversationId} expected={expected} />
}
