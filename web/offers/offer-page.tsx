import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { formatClock, formatMoney, zonedTime } from '#contract/format.ts'
import type { ReceivedRequestInFull } from '#contract/offers/requests.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import OffersForVisitors, { createOffersHead } from '#web/content/special/offers-page.tsx'
import { DashboardShell } from '#web/dashboard/dashboard-shell.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'
import { useMinutes } from '#web/platform/use-minutes.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import { InMind } from '#web/search/looks/look-shown.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { RunSheet } from '#web/ui/run-sheet.tsx'
import { Rating } from '#web/ui/stars.tsx'
import titledPageStyles from '#web/ui/titled-page.module.css'
import { BackLink, TitledCard } from '#web/ui/titled-page.tsx'
import { OfferForm } from './offer-form.tsx'
import styles from './offer-page.module.css'
import offersStyles from './offers.module.css'
import { useRequestNews } from './request-lists.tsx'
import { DayFit } from './request-rows.tsx'
import {
  formatDistanceAway,
  formatClash,
  formatTimeLeft,
  formatRequestMoment,
  formatRequestPeople,
  formatRequestState,
  formatRequestWhen,
  getRequestTranslator,
} from './request-phrases.ts'
import { requestMessages } from './request-messages.ts'

export const meta: MetaFunction = ({ matches }) => createOffersHead(getPublicUrl(matches))

// A visitor reads about offers on a public page; an artist answers a request in the dashboard.
export const handle: PageFrame = {
  frameFor: (loaderData) => (loaderData ? { header: 'none', footer: 'none' } : {}),
}

// Cached for everyone until the session is known.
export const loader = () => null

const requestIn = (url: string): string | null => new URL(url).searchParams.get('request')

const load = requireSession(async ({ request }) => {
  const id = requestIn(request.url)
  if (!id) return null
  try {
    const [received, profile] = await Promise.all([
      browserApi().requests.read({ requestId: id }),
      browserApi().providerProfile.show({}),
    ])
    return { received, profile }
  } catch (fault) {
    // Missing or not theirs: explains offers.
    if (fault instanceof ApiError && [400, 403, 404].includes(fault.status) && fault.code !== 'suspended') return null
    throw fault
  }
})
// Mail links pass through login; without a session the page is the visitor version.
export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  getCurrentToken(localStore) || requestIn(args.request.url) ? load(args) : null
clientLoader.hydrate = true as const

/** Page /offer?request={id}: a request with party, run sheet, earnings and answer. */
export default function OfferPage() {
  const loaded = useLoaderData<typeof clientLoader>() as Awaited<ReturnType<typeof load>>
  if (!loaded) return <OffersForVisitors />
  const { received, profile } = loaded
  return (
    <DashboardShell profile={profile}>
      <RequestInFull key={received.id} request={received} />
    </DashboardShell>
  )
}

function RequestInFull({ request: loaded }: { request: ReceivedRequestInFull }) {
  const { revalidate } = useRevalidator()
  const [answered, setAnswered] = useState<{ of: ReceivedRequestInFull; request: ReceivedRequestInFull } | null>(null)
  // A response replaces the loaded request until the next load.
  const request = answered?.of === loaded ? answered.request : loaded
  useRequestNews()
  const t = getRequestTranslator(request)
  const p = createTranslator(planMessages, request.countryCode)
  const now = useMinutes()
  const { firstName } = request
  const standing = request.offers.find(({ state }) => state === 'offered')
  const shown = (next: ReceivedRequestInFull) => setAnswered({ of: loaded, request: next })
  const left = { timeLeft: formatTimeLeft(request.endsAt, now) }
  return (
    <main id="main" tabIndex={-1} className={joinClasses(titledPageStyles.main, styles.page)}>
      <div>
        <BackLink to="/dashboard/requests" label={t('offers.back')} />
        <h1 className="heading-1">
          {t('offer.title', { firstName, event: request.event, people: formatRequestPeople(request) })}
        </h1>
        <p className="lead">{formatRequestWhen(request)}</p>
        <p className="muted">
          {request.mode === 'studio'
            ? t('offer.where.studio', { firstName, area: request.area })
            : `${t('offer.where', { area: request.area, distance: formatDistanceAway(request) })}. ${t('offer.where.note')}`}
        </p>
        {request.customerScore && (
          <p className="row gap-8 wrapping">
            <span className="muted">{t('offer.score', { firstName })}</span>
            <Rating rating={request.customerScore.score} reviews={request.customerScore.count} />
          </p>
        )}
        <div className="row gap-12 wrapping">
          <p className="bold" aria-live="polite">
            {request.state === 'requested'
              ? t(request.half ? 'offer.left.half' : 'offer.left', left)
              : formatRequestState(request)}
          </p>
          {request.open && request.planned && <DayFit request={request} />}
        </div>
      </div>
      {!request.payoutReady && (
        <Note kind="warning">
          {t('offer.payout')}{' '}
          <Link className="link" to="/dashboard/payouts">
            {t('offer.payout.act')}
          </Link>
        </Note>
      )}
      {request.clash && (
        <Note kind="warning">
          {formatClash(request.clash, request, (instant) => formatRequestMoment(instant, request))}
        </Note>
      )}
      <div className={styles.columns}>
        <div className="stack gap-24">
          <TitledCard title={t('offer.party')}>
            <ul className={joinClasses('stack gap-8', offersStyles.partyList)}>
              {request.looks.map((look) => (
                <li key={look.services.join()}>
                  {look.count > 1
                    ? t('offer.party.look', { n: look.count, look: look.labels.join(', ') })
                    : look.labels.join(', ')}
                </li>
              ))}
            </ul>
          </TitledCard>
          {Object.values(request.inMind).some((part) => part.length > 0) && (
            <TitledCard title={t('offer.inMind')}>
              <InMind look={request.inMind} country={request.countryCode} />
            </TitledCard>
          )}
          {(request.words || request.pictures.length > 0) && <SaidWith request={request} />}
          <TitledCard title={t('offer.sheet')}>
            {request.plan ? (
              <RunSheet
                plan={request.plan}
                words={{
                  setUp: p('plan.setup'),
                  person: (n) => formatMessage(pageMessages['word.person'], { n }),
                  ready: p('plan.ready'),
                  label: p('plan.sheet'),
                  spare: (n) => p('plan.spare', { n }),
                  wait: (wait) => p('plan.wait', wait),
                }}
              />
            ) : (
              <p className="muted">{t('offer.sheet.none')}</p>
            )}
          </TitledCard>
          <OfferVersions request={request} />
        </div>
        <aside className={joinClasses('stack gap-24', styles.offerAnswer)}>
          <TitledCard title={t('offer.price')}>
            <PriceLines
              lines={request.lines.map((line) => ({
                label: line.count > 1 ? t('offer.party.look', { n: line.count, look: line.label }) : line.label,
                detail:
                  line.count > 1
                    ? t('offer.price.each', { earnings: formatMoney(line.earn, request.currency) })
                    : undefined,
                amount: line.count * line.earn,
              }))}
              currency={request.currency}
              total={{ label: t('offer.price'), amount: request.earnings }}
            />
            <p className="small muted">
              {t('offer.price.customer', { firstName, total: formatMoney(request.total, request.currency) })}
            </p>
          </TitledCard>
          {request.open && (
            <OfferForm
              key={`${request.id} ${standing?.version ?? 0}`}
              request={request}
              standing={standing ?? null}
              onAnswered={shown}
              onEnded={() => revalidate()}
            />
          )}
        </aside>
      </div>
    </main>
  )
}

function SaidWith({ request }: { request: ReceivedRequestInFull }) {
  const title = createTranslator(requestMessages)('words.of', { firstName: request.firstName })
  return (
    <TitledCard title={title}>
      {request.words && <p>{request.words}</p>}
      {request.pictures.length > 0 && (
        <ul className="row gap-8 wrapping">
          {request.pictures.map(({ src }, i) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noreferrer">
                <img
                  src={src}
                  alt={createTranslator(requestMessages)('words.picture', { n: i + 1 })}
                  className={offersStyles.shown}
                  width={72}
                  height={72}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

function OfferVersions({ request }: { request: ReceivedRequestInFull }) {
  const t = getRequestTranslator(request)
  const { offers, firstName, currency, timeZone } = request
  if (offers.length === 0) return null
  return (
    <TitledCard title={t('offers.standing')}>
      <ol className={joinClasses('stack gap-12', offersStyles.partyList)}>
        {offers.map((offer, index) => {
          const before = offers[index + 1]
          return (
            <li key={offer.id} className="stack gap-4">
              <div className="row space-between wrapping">
                <b className="bold">{t(`state.offer.${offer.state}`, { firstName })}</b>
                <span className="number">{formatMoney(offer.earnings, currency)}</span>
              </div>
              {before && (
                <span className="small muted">
                  {t('offer.version', { n: offer.version, clock: formatClock(zonedTime(before.madeAt, timeZone)) })}
                </span>
              )}
              {offer.plan && (
                <span className="small">
                  {t('offer.time.plan', {
                    arrive: formatClock(zonedTime(offer.plan.arriveAt, timeZone)),
                    done: formatClock(zonedTime(offer.plan.doneAt, timeZone)),
                  })}
                </span>
              )}
              {(offer.reason || offer.note) && (
                <p className="small">{[offer.reason, offer.note].filter(Boolean).join(' ')}</p>
              )}
            </li>
          )
        })}
      </ol>
    </TitledCard>
  )
}
