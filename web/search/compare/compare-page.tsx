import { countOf } from '#contract/i18n/counts.ts'
import { BadgeCheck, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { data, Form, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDate, formatDistance, formatMoney, zonedDay } from '#contract/format.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { policies } from '#contract/payments/refund.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { createHead } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { findBest } from './find-best.ts'
import { compareMessages } from './compare-messages.ts'
import { canBeAsked } from '#web/search/asking/can-be-asked.ts'
import { useOwnSearch } from '#web/search/quotes/use-own-search.ts'
import { CopyLink } from '#web/search/copy-link.tsx'
import {
  formatPlanClock,
  formatQuoteDay,
  countSearchPeople,
  formatPlaceAndTown,
  formatReadyBy,
} from '#web/search/quotes/quote-phrases.ts'
import { ShadeStrip } from '#web/providers/shade-strip.tsx'
import { FlagBadge, StatusBadge } from '#web/ui/status-badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { ZoneNote } from '#web/search/quotes/zone-note.tsx'
import styles from './compare-page.module.css'
import tableStyles from '#web/ui/table.module.css'
import buttonStyles from '#web/ui/button.module.css'
import { BackLink } from '#web/ui/titled-page.tsx'

type Compared = OutputOf<typeof quotes.compare>
type Column = Compared['providers'][number]

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Primp' }]
  const { search, providers } = loaderData.compared
  const by = formatReadyBy(search)
  return createHead({
    title: `${countOf('artists', providers.length)} for ${formatQuoteDay(search)}${by ? `, ready by ${by}` : ''} · Primp`,
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  try {
    const compared = await serverApi(context).quotes.compare({
      quoteId: params['quoteId'] as string,
      profiles: query.get('profiles') ?? '',
      type: query.get('type') === 'studio' ? 'studio' : 'mobile',
    })
    return {
      compared,
      countryCode: compared.search.countryCode,
      type: query.get('type') === 'studio' ? 'studio' : 'mobile',
      profiles: (query.get('profiles') ?? '').split(','),
    }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

export default function Compare() {
  const { compared, type, profiles } = useLoaderData<typeof loader>()
  const { search, providers } = compared
  useOwnSearch(search)
  const t = createTranslator(compareMessages, search.countryCode)
  const back = `/quotes/${search.id}?type=${type}&compare=${profiles.join(',')}`
  const readyBy = formatReadyBy(search)
  const without = (slug: string) => profiles.filter((known) => known !== slug)
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', styles.comparePage)}>
      <div className="row space-between wrapping">
        <BackLink to={back} label={t('compare.back')} />
        <CopyLink label={t('compare.share')} />
      </div>
      <section className={joinClasses('card', styles.compareSheet)} aria-labelledby="compare-title">
        <div className="stack gap-4">
          <h1 className="heading-2" id="compare-title">
            {t('compare.title', { n: providers.length })}
          </h1>
          <p className="muted">
            {[formatPlaceAndTown(search), formatQuoteDay(search), readyBy && t('map.readyBy', { time: readyBy })]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        <ZoneNote
          timeZone={search.appointmentSpot.timeZone}
          day={search.appointmentSpot.eventDate}
          country={search.countryCode}
        />
        <div
          className={joinClasses(tableStyles.tableScroll, styles.scroll, providers.length > 2 && styles.wide)}
          tabIndex={0}
          role="region"
          aria-label={t('compare.table')}>
          <table
            className={joinClasses(tableStyles.table, styles.compareTable)}
            style={{ '--artists': providers.length } as CSSProperties}>
            <thead>
              <tr className={styles.covers}>
                <td />
                {providers.map(({ card }) => (
                  <td key={card._id}>
                    <Pan src={card.coverImg.src} alt="" width={480} height={360} className={styles.compareCover} />
                  </td>
                ))}
              </tr>
              <tr className={styles.names}>
                <td />
                {providers.map(({ card }) => (
                  <th key={card._id} scope="col">
                    <div className="row space-between gap-4">
                      <Link className="title row gap-6" to={`/quotes/${search.id}/@/${card.slug}?type=${type}`}>
                        {card.name}{' '}
                        {card.verified && (
                          <BadgeCheck
                            className="icon verified"
                            role="img"
                            aria-label={formatMessage(pageMessages['word.verified'])}
                          />
                        )}
                      </Link>
                      {providers.length > 2 && (
                        <Link
                          className={buttonStyles.iconButton}
                          aria-label={t('compare.remove', { name: card.name })}
                          to={`/quotes/${search.id}/compare?type=${type}&profiles=${without(card.slug).join(',')}`}>
                          <X className="icon" aria-hidden="true" />
                        </Link>
                      )}
                    </div>
                    <div className={styles.acts}>
                      <ColumnAct card={card} search={search} type={type} />
                      {card.status === 'offered' ? (
                        <FlagBadge flag="instant" />
                      ) : (
                        card.status && <StatusBadge status={card.status} />
                      )}
                    </div>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rowsOf(compared).map((row) => (
                <tr key={row.name} className={row.same ? styles.same : undefined}>
                  <th scope="row">{row.name}</th>
                  {(row.same ? providers.slice(0, 1) : providers).map((column, index) => (
                    <td key={column.card._id} colSpan={row.same ? providers.length : undefined}>
                      {row.cell(column)}
                      {row.same && (
                        <span className={styles.sameWord}>{t('compare.same', { n: providers.length })}</span>
                      )}
                      {row.best === index && <span className={styles.best}>{t('compare.best')}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="micro hint">{t('compare.share.note')}</p>
      </section>
    </main>
  )
}

/**
 * Books or requests in one's own search. In someone else's, copies the search and opens the artist in the copy. A taken
 * artist's profile opens.
 */
function ColumnAct({ card, search, type }: { card: Column['card']; search: Compared['search']; type: string }) {
  const t = createTranslator(compareMessages, search.countryCode)
  const act = card.status === 'offered' ? 'book' : canBeAsked(card) ? 'request' : 'view'
  const paths = {
    book: `/book/${search.id}/@/${card.slug}?type=${type}`,
    request: `/quotes/${search.id}?type=${type}&ask=${card.slug}`,
    view: `/quotes/${search.id}/@/${card.slug}?type=${type}`,
  }
  const kind = act === 'book' ? 'jade' : 'secondary'
  const label = (
    <>
      {t(`compare.${act}`)}
      <span className="visually-hidden">{`, ${card.name}`}</span>
    </>
  )
  if (search.mine || act === 'view')
    return (
      <ButtonLink kind={kind} size="small" to={paths[act]}>
        {label}
      </ButtonLink>
    )
  return (
    <Form method="post" action="/search">
      <input type="hidden" name="from" value={search.id} />
      <input type="hidden" name="profile" value={card.slug} />
      <Button type="submit" kind={kind} size="small">
        {label}
      </Button>
    </Form>
  )
}

// A score from fewer reviews is not marked as best.
const fewReviews = 5

type Row = { name: string; cell: (column: Column) => React.ReactNode; best?: number | null; same: boolean }

function rowsOf({ search, providers }: Compared): Row[] {
  const t = createTranslator(compareMessages, search.countryCode)
  const missing = t('compare.missing')
  const readyBy = formatReadyBy(search)
  const day = (instant: string) =>
    formatDate(zonedDay(instant, search.appointmentSpot.timeZone), search.countryCode, new Date().getFullYear())
  const best = (value: (column: Column) => number | null, wins: 'most' | 'least') =>
    findBest(providers.map(value), wins)
  const starts = (c: Column) =>
    [
      c.plan && t('compare.starts', { clock: formatPlanClock(c.plan.startAt, search) }),
      countOf('artists', c.card.artists),
    ]
      .filter(Boolean)
      .join(', ')
  const shadesText = ({ shades }: Column) =>
    t(shades.length === 10 ? 'compare.shades.all' : 'compare.shades.n', { n: shades.length })
  const cancelling = (c: Column) => (c.cancelFreeUntil ? day(c.cancelFreeUntil) : policyText(c, t))
  // Compares the rendered texts, since these are what people see.
  const same = (said: (column: Column) => string | number | null) => new Set(providers.map(said)).size === 1
  const text = (said: (column: Column) => string) => ({ cell: said, same: same(said) })
  return [
    {
      name: t('compare.row.price', { n: countSearchPeople(search) }),
      cell: (c) =>
        c.total === null ? missing : <span className="number">{formatMoney(c.total, c.card.currency)}</span>,
      same: same((c) => c.total),
      best: best((c) => c.total, 'least'),
    },
    {
      name: t('compare.row.deposit'),
      ...text((c) => (c.deposit === null ? missing : formatMoney(c.deposit, c.card.currency, { decimals: 'always' }))),
    },
    {
      name: readyBy ? t('compare.row.ready', { time: readyBy }) : t('compare.row.artists'),
      ...text(starts),
      best: best((c) => (c.plan ? Date.parse(c.plan.startAt) : null), 'most'),
    },
    {
      name: t('compare.row.rating'),
      cell: (c) => <Rating rating={c.card.rating} reviews={c.card.totalReviews} className={styles.tableRate} />,
      same: same((c) => `${c.card.rating} ${c.card.totalReviews}`),
      best: best((c) => (c.card.totalReviews >= fewReviews ? c.card.rating : null), 'most'),
    },
    {
      name: t('compare.row.distance'),
      ...text((c) => formatDistance(c.card.distance.metres, search.countryCode)),
      best: best((c) => c.card.distance.amount, 'least'),
    },
    {
      name: t('compare.row.kit'),
      cell: (c) =>
        c.shades.length ? (
          <>
            <ShadeStrip small shades={c.shades} label={t('compare.shades')} />
            {shadesText(c)}
          </>
        ) : (
          missing
        ),
      same: same((c) => c.shades.join()),
      best: best((c) => c.shades.length || null, 'most'),
    },
    { name: t('compare.row.skills'), ...text((c) => c.skills.slice(0, 4).join(', ') || missing) },
    {
      name: t('compare.row.cancel'),
      ...text(cancelling),
      best: best(
        (c) => (c.cancelFreeUntil ? Date.parse(zonedDay(c.cancelFreeUntil, search.appointmentSpot.timeZone)) : null),
        'most',
      ),
    },
    {
      name: t('compare.row.reviews'),
      cell: (c) => (c.reviewsSay ? <q className="small">{c.reviewsSay}</q> : missing),
      same: same((c) => c.reviewsSay),
    },
  ]
}

/** Returns the free cancellation period by the policy, for a day that has passed or a search without time. */
function policyText({ policy, plan }: Column, t: ReturnType<typeof createTranslator<typeof compareMessages>>): string {
  const hours = policies[policy].find(({ share }) => share === 100)?.hoursBefore ?? 0
  const until = hours < 48 ? t('compare.cancel.hours', { n: hours }) : t('compare.cancel.days', { n: hours / 24 })
  return plan ? t('compare.cancel.passed', { until }) : until
}

export function ErrorBoundary() {
  return <ErrorPage />
}
