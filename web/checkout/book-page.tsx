import { countOf } from '#contract/i18n/counts.ts'
import { BadgeCheck, Calendar, Clock3, MapPin, ShieldCheck, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useNavigate,
} from 'react-router'
import { formatClock, formatDate, zonedTime } from '#contract/format.ts'
import { setPictureFrame } from '#contract/pictures/drawn.ts'
import type { Card, LockedQuote } from '#contract/search/quotes.ts'
import type { Requester, SavedSearch } from '#contract/search/search.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { ZoneNote } from '#web/search/quotes/zone-note.tsx'
import styles from './booking-summary.module.css'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { LockedPrice } from '#web/providers/price-card.tsx'
import { buildPayloadsAfter } from '#web/search/form/read-plain-form.ts'
import {
  countSearchPeople,
  formatPlaceAndTown,
  formatQuoteDay,
  formatReadyBy,
} from '#web/search/quotes/quote-phrases.ts'
import { useOwnSearch } from '#web/search/quotes/use-own-search.ts'
import { WaitCard } from '#web/search/waiting/wait-card.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import noteStyles from '#web/ui/note.module.css'
import { Note } from '#web/ui/note.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import bookPageStyles from './book-page.module.css'
import { Checkout } from './checkout.tsx'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  createHead({
    title: loaderData
      ? createTranslator(bookMessages)('book.meta.title', { name: loaderData.quoted.card.name })
      : 'Primp',
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { quoteId, profileId } = params as { quoteId: string; profileId: string }
  const type = new URL(request.url).searchParams.get('type') === 'studio' ? ('studio' as const) : ('mobile' as const)
  try {
    const api = serverApi(context)
    const quoted = await api.quotes.provider({ quoteId, profileId, type })
    if (quoted.card.status === 'booked' && quoted.search.mine) {
      const { bookings } = await api.customerDashboard.listBySearch({ quoteId })
      const booked = bookings.find(({ slug }) => slug === quoted.card.slug)
      if (booked) return redirect(`/book/booked/${booked.appointmentId}`)
    }
    return { quoted, type: quoted.locked?.mode ?? type, countryCode: quoted.search.countryCode, now: Date.now() }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      throw data(null, { status: error.status === 400 ? 404 : error.status })
    throw error
  }
}

/**
 * Changes to another time after this one was taken: updates the search and prices. Sent requests require a new search
 * instead.
 */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const { quoteId, profileId } = params as { quoteId: string; profileId: string }
  const finishTime = String((await request.formData()).get('finishTime') ?? '')
  const { search: query } = new URL(request.url)
  const api = serverApi(context)
  try {
    await api.quotes.changeTime({ quoteId, finishTime })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.code === 'time_asked') {
      const { search } = await api.quotes.provider({ quoteId, profileId })
      const [payload] = buildPayloadsAfter(search, { finishTime })
      const edited = payload && (await api.search.create(payload))
      if (edited) return redirect(`/book/${edited.search.id}/@/${profileId}${query}`)
    }
  }
  return redirect(`/book/${quoteId}/@/${profileId}${query}`)
}

export default function Book() {
  const { quoted, type, countryCode, now } = useLoaderData<typeof loader>()
  const { card, locked, search, details } = quoted
  const t = createTranslator(bookMessages, countryCode)
  const navigate = useNavigate()
  const firstName = card.name.split(' ')[0] ?? card.name
  const profile = `/quotes/${search.id}/@/${card.slug}?type=${type}`
  const opening = useOwnSearch(search, profile)
  const [kept, setKept] = useState<Partial<Requester>>(details ?? {})
  const changed = useRef(details)
  useEffect(() => {
    // Uses the details of the session that has claimed the search.
    if (!changed.current && details) setKept(details)
    changed.current = details
  }, [details])
  const [priced, setPriced] = useState<LockedQuote | null>(null)
  const shown = locked && (priced ?? locked)
  const bookable = locked?.plan && (card.status === 'offered' || card.instant)
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width above-phone-foot', bookPageStyles.bookPage)}>
      <div className="stack gap-24">
        <div>
          <BackLink to={profile} label={card.name} />
          <h1 className="heading-1">
            {t('book.title', {
              firstName,
              date: formatDate(search.appointmentSpot.eventDate, countryCode, new Date(now).getFullYear()),
            })}
          </h1>
        </div>
        {search.mine && bookable && card.status !== 'booked' ? (
          <>
            <noscript>
              <p className={noteStyles.note}>
                <span>{t('book.noscript')}</span>
              </p>
            </noscript>
            <Checkout
              card={card}
              locked={locked}
              search={search}
              given={kept}
              now={now}
              summary={<BookingSummary card={card} locked={shown ?? locked} search={search} />}
              onPriced={setPriced}
              onShared={(holdId) => navigate(`/book/split/${holdId}`, { replace: true })}
              onBooked={(appointmentId) => navigate(`/book/booked/${appointmentId}`, { replace: true })}
            />
          </>
        ) : !search.mine ? (
          // For anyone but its owner the time looks taken, because it is held for the owner.
          <>
            <noscript>
              <p className={noteStyles.note}>
                <span>{t('book.noscript')}</span>
              </p>
            </noscript>
            {opening.failed ? (
              <Note kind="error">
                {t('book.opening.failed')}{' '}
                <Button kind="quiet" size="small" onClick={opening.again}>
                  {t('hold.retry')}
                </Button>
              </Note>
            ) : (
              <p className="row gap-8" role="status">
                {t('book.opening')}
                <Dabs />
              </p>
            )}
          </>
        ) : (
          <div className="main-and-aside">
            <div>
              {card.status === 'booked' ? (
                <Note kind="success">
                  {t('book.booked', { firstName })} <Link to="/customer-dashboard">{t('book.booked.act')}</Link>
                </Note>
              ) : !locked ? (
                <div className="stack gap-24">
                  <Note kind="warning">
                    <p>{t('book.gone')}</p>
                    <ButtonLink kind="secondary" to={`/quotes/${search.id}`}>
                      {t('book.changed.back')}
                    </ButtonLink>
                  </Note>
                  {card.reason === 'booked' && (
                    <WaitCard card={card} search={search} type={type} country={countryCode} email={kept.email} />
                  )}
                </div>
              ) : !locked.plan ? (
                <Note kind="info">
                  <p>{t('book.timeFirst')}</p>
                  <ButtonLink to={`/quotes/${search.id}?stage=date`}>{t('book.timeFirst.act')}</ButtonLink>
                </Note>
              ) : (
                <Note kind="info">
                  <p>{t('book.askFirst', { firstName })}</p>
                  <ButtonLink to={profile}>{t('book.askFirst.act', { firstName })}</ButtonLink>
                </Note>
              )}
            </div>
            <aside className="sticky-aside stack">
              {shown && <BookingSummary card={card} locked={shown} search={search} />}
            </aside>
          </div>
        )}
      </div>
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

function BookingSummary({ card, locked, search }: { card: Card; locked: LockedQuote; search: SavedSearch }) {
  const t = createTranslator(bookMessages, search.countryCode)
  const firstName = card.name.split(' ')[0] ?? card.name
  const { plan } = locked
  const at = plan && formatClock(zonedTime(locked.mode === 'studio' ? plan.startAt : plan.arriveAt, plan.timeZone))
  const readyBy = plan?.readyBy ? formatClock(zonedTime(plan.readyBy, plan.timeZone)) : formatReadyBy(search)
  return (
    <>
      <div className="card pad-24 stack">
        <h2 className="visually-hidden">{t('book.summary.title')}</h2>
        <div className="row gap-16">
          <Pan
            src={setPictureFrame(card.coverImg.src, 'square')}
            alt=""
            width={88}
            height={72}
            className={styles.bookCover}
          />
          <div className="grow">
            <div className="row gap-6">
              <b className="title">{card.name}</b>
              {card.verified && (
                <BadgeCheck
                  className="icon verified"
                  role="img"
                  aria-label={formatMessage(pageMessages['word.verified'])}
                />
              )}
            </div>
            <div className="small muted">
              <Rating rating={card.rating} reviews={card.totalReviews} />
            </div>
          </div>
        </div>
        <hr className="divider" />
        <ul className="stack gap-8 small">
          <li className="row gap-8">
            <Calendar className="icon" aria-hidden="true" />
            {formatQuoteDay(search)}
          </li>
          <li className="row gap-8">
            <Clock3 className="icon" aria-hidden="true" />
            <span>
              {readyBy && <b className="bold">{t('book.summary.ready', { time: readyBy })}</b>}
              {readyBy && at && <br />}
              {at &&
                t(locked.mode === 'studio' ? 'book.summary.studio' : 'book.summary.start', { firstName, clock: at })}
            </span>
          </li>
          <li className="row gap-8">
            <MapPin className="icon" aria-hidden="true" />
            {locked.mode === 'studio' ? card.location.area : formatPlaceAndTown(search)}
          </li>
          <li className="row gap-8">
            <Users className="icon" aria-hidden="true" />
            {`${countOf('people', countSearchPeople(search))}, ${countOf('artists', card.artists)}`}
          </li>
        </ul>
        <ZoneNote
          timeZone={search.appointmentSpot.timeZone}
          day={search.appointmentSpot.eventDate}
          country={search.countryCode}
        />
        <hr className="divider" />
        <LockedPrice locked={locked} people={countSearchPeople(search)} name={card.name} country={search.countryCode} />
      </div>
      {card.verified && (
        <p className={joinClasses(noteStyles.note, noteStyles.info)}>
          <ShieldCheck className="icon" aria-hidden="true" />
          <span>{t('book.verified', { firstName })}</span>
        </p>
      )}
    </>
  )
}
