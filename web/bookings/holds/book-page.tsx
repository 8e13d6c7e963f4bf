import { ArrowLeft } from 'lucide-react'
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
import { formatDate } from '#contract/format.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { Requester } from '#contract/search/search.ts'
import { createTranslator } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { createHead } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { buildPayloadsAfter } from '#web/search/form/read-plain-form.ts'
import { useOwnSearch } from '#web/search/quotes/use-own-search.ts'
import { WaitCard } from '#web/search/waiting/wait-card.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { ButtonLink, getButtonClasses } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { Checkout } from './checkout.tsx'
import { bookMessages } from '#web/bookings/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './book-page.module.css'
import noteStyles from '#web/ui/note.module.css'

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

/** Another time, chosen because this one has gone: the search takes it over and everything is priced anew. Where artists were asked for the old time, the new one is a search of its own. */
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
  useOwnSearch(search, profile)
  const [kept, setKept] = useState<Partial<Requester>>(details ?? {})
  const changed = useRef(details)
  useEffect(() => {
    // Whoever's search this has just become brings their details along.
    if (!changed.current && details) setKept(details)
    changed.current = details
  }, [details])
  const [priced, setPriced] = useState<LockedQuote | null>(null)
  const shown = locked && (priced ?? locked)
  const bookable = locked?.plan && (card.status === 'offered' || card.instant)
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width above-phone-foot', styles.bookPage)}>
      <div className="stack gap-24">
        <div>
          <Link className={getButtonClasses({ kind: 'quiet', size: 'small' }, styles.backLink)} to={profile}>
            <ArrowLeft className="icon" aria-hidden="true" />
            {card.name}
          </Link>
          <h1 className="heading-1">
            {t('book.title', {
              firstName,
              date: formatDate(search.appointmentSpot.eventDate, countryCode, new Date(now).getFullYear()),
            })}
          </h1>
        </div>
        {bookable && search.mine && card.status !== 'booked' ? (
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
                  {card.reason === 'booked' && search.mine && (
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
