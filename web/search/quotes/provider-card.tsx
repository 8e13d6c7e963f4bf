import { countOf } from '#contract/i18n/counts.ts'
import { useEffect, useRef } from 'react'
import { Check, Info, Scale } from 'lucide-react'
import { Link, useViewTransitionState } from 'react-router'
import { formatDistance, formatDuration, formatMoney } from '#contract/format.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { BadgeMark } from '#web/providers/checks/badge-mark.tsx'
import { Heart } from '#web/providers/heart.tsx'
import { Toggletip } from '#web/ui/overlays/toggletip.tsx'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { useAsking } from '#web/search/asking/asking.tsx'
import { CardAction } from './card-action.tsx'
import {
  formatSearchDay,
  formatQuoteMoment,
  formatSearchPeople,
  planText,
  formatReadyBy,
  formatReason,
  explainRank,
  getQuotesTranslator,
} from './quote-phrases.ts'
import { StatusBadge, FlagBadge } from '#web/ui/status-badge.tsx'
import buttonStyles from '#web/ui/button.module.css'
import artistCardStyles from '#web/ui/artist-card.module.css'
import styles from './provider-card.module.css'

// Lazy-loaded: only searches with a look need it.
const CardLook = createOptionalPart(
  async () => (await import('#web/search/looks/card-look.tsx')).CardLook,
  () => null,
)

const meaning = () => import('#web/providers/checks/badge-meaning.tsx')

interface ProviderCardProps {
  card: Card
  page: Pick<QuotesPage, 'search' | 'sortBy'>
  /** Whether the visitor owns the search and may send requests or book. */
  mine: boolean
  compared: boolean
  onCompare: ((on: boolean) => void) | null
  onPoint?: (id: string | null) => void
  eager?: boolean
  /** The first of the page: its pictures load with priority. */
  first?: boolean
  /** A preview for the artist, without links and actions. */
  preview?: boolean
}

/** An artist for the whole party: pictures, score, price with deposit, short plan, main action. */
export function ProviderCard({
  card,
  page,
  mine,
  compared,
  onCompare,
  onPoint,
  eager,
  first,
  preview,
}: ProviderCardProps) {
  const t = getQuotesTranslator(page.search)
  const { countryCode } = page.search
  const type = card.location.mobileOrStudio
  const grey = card.status === 'unavailable' || card.status === 'cancelled'
  const pictures = card.pictures.slice(0, 3)
  const why = grey ? '' : explainRank(card, page)
  const profile = `/quotes/${page.search.id}/@/${card.slug}?type=${type}`
  // View transition between card and profile, in both directions.
  const opened = useViewTransitionState(profile)
  return (
    <article
      className={joinClasses(
        artistCardStyles.card,
        card.status === 'offered' && artistCardStyles.offered,
        grey && artistCardStyles.grey,
      )}
      aria-labelledby={`card-${type}-${card._id}`}
      onMouseEnter={() => onPoint?.(card._id)}
      onMouseLeave={() => onPoint?.(null)}>
      <div className={joinClasses(artistCardStyles.cover, styles.cover)}>
        {pictures.map((picture, index) => (
          <div
            className={joinClasses(artistCardStyles.picture, opened && index === 0 && 'view-cover')}
            key={picture.src}>
            <Picture
              src={picture.src}
              alt={picture.alt}
              width={index === 0 ? 480 : 240}
              height={index === 0 ? 360 : 180}
              loading={eager || (first && index === 0) ? 'eager' : 'lazy'}
              fetchPriority={first ? 'high' : 'low'}
            />
          </div>
        ))}
      </div>
      {card.featured && (
        <div className={artistCardStyles.topLeft}>
          <FlagBadge flag="featured" />
        </div>
      )}
      {!preview && (
        <div className={artistCardStyles.topRight}>
          {onCompare && !grey && <CompareDisc name={card.name} compared={compared} onCompare={onCompare} page={page} />}
          <Heart id={card._id} name={card.name} />
        </div>
      )}
      <div className={joinClasses(artistCardStyles.body, styles.body)}>
        <div className={joinClasses(artistCardStyles.person, styles.person)}>
          <Avatar
            size={60}
            className={artistCardStyles.cardFace}
            src={card.profileImg.src}
            alt={card.profileImg.alt}
            loading={eager ? 'eager' : 'lazy'}
          />
          <div className="row gap-4 grow">
            <h3 className={joinClasses(artistCardStyles.name, opened && 'view-name')} id={`card-${type}-${card._id}`}>
              {preview ? (
                <b className="bold">{card.name}</b>
              ) : (
                <Link to={profile} viewTransition>
                  {card.name}
                </Link>
              )}
            </h3>
            {card.verified && !preview && <BadgeMark slug={card.slug} name={card.name} meaning={meaning} />}
          </div>
          {why && (
            <div className={styles.more}>
              <Toggletip
                label={t('card.why.of', { name: card.name })}
                icon={<Info className="icon" aria-hidden="true" />}>
                <p className="bold">{t('card.why')}</p>
                <p>
                  {why} <Link to="/content/ranking">{t('why.more')}</Link>
                </p>
                {card.look && <CardLook card={card} search={page.search} as="why" />}
              </Toggletip>
            </div>
          )}
        </div>
        <div className={artistCardStyles.facts}>
          <Rating rating={card.rating} reviews={card.totalReviews} />
          <span>{`${card.location.area}, ${formatDistance(card.distance.metres, countryCode)}`}</span>
        </div>
        <div className={joinClasses(artistCardStyles.foot, styles.foot)}>
          <CardPrice card={card} page={page} />
          {mine && <CardAction card={card} page={page} />}
        </div>
        {!grey && (
          <p className={joinClasses('small', styles.cardPlan)}>
            {planText(card.plan, type, page.search)}
            {card.artists > 1 && <span className="muted">{`, ${countOf('artists', card.artists)}`}</span>}
          </p>
        )}
        {card.look && <CardLook card={card} search={page.search} as="line" />}
        <CardBadges card={card} grey={grey} />
        {mine && <RequestLine card={card} page={page} />}
      </div>
    </article>
  )
}

function CompareDisc({
  name,
  compared,
  onCompare,
  page,
}: Required<Pick<ProviderCardProps, 'compared' | 'page'>> & { name: string; onCompare: (on: boolean) => void }) {
  const t = getQuotesTranslator(page.search)
  const Icon = compared ? Check : Scale
  const box = useRef<HTMLInputElement>(null)
  // A checkbox ticked before hydration exists only in the DOM.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the state at hydration counts
  useEffect(() => {
    if (box.current && box.current.checked !== compared) onCompare(box.current.checked)
  }, [])
  return (
    <label
      className={joinClasses(buttonStyles.iconButton, buttonStyles.disc, styles.compare, compared && styles.compared)}
      title={t('card.compare')}>
      <input ref={box} type="checkbox" checked={compared} onChange={(event) => onCompare(event.target.checked)} />
      <Icon className="icon" aria-hidden="true" />
      <span className="visually-hidden">{`${t('card.compare')} ${name}`}</span>
    </label>
  )
}

/** At most two badges including the one over the pictures: the status, then the most important flag. */
function CardBadges({ card, grey }: { card: Card; grey: boolean }) {
  const flags = [
    card.inDemand && card.status !== 'inDemand' && !grey && ('inDemand' as const),
    card.covidTrained && card.status !== 'covidTrained' && ('covidTrained' as const),
    card.vaccinated && ('vaccinated' as const),
  ].filter((flag) => flag !== false)
  const room = 2 - (card.status ? 1 : 0) - (card.featured ? 1 : 0)
  if (!card.status && flags.slice(0, room).length === 0) return null
  return (
    <div className={joinClasses(artistCardStyles.badges, styles.badges)}>
      {card.status && <StatusBadge status={card.status} />}
      {flags.slice(0, room).map((flag) => (
        <FlagBadge key={flag} flag={flag} />
      ))}
    </div>
  )
}

/** State of the request: sent and until when, or the response. */
function RequestLine({ card, page }: { card: Card; page: ProviderCardProps['page'] }) {
  const t = getQuotesTranslator(page.search)
  const asking = useAsking()
  const request = asking?.requestOf(card)
  if (!request) return null
  const { name } = card
  if (request.state === 'unconfirmed')
    return (
      <p className={joinClasses('small', styles.askedLine)}>
        {t('card.unconfirmed', { email: asking?.own.confirm?.email ?? '' })}
      </p>
    )
  if (request.state === 'requested') {
    return (
      <p className={joinClasses('small', styles.askedLine)}>
        {t('card.asked', {
          date: formatSearchDay(request.askedAt, page.search),
          name,
          dateTime: formatQuoteMoment(request.endsAt, page.search),
        })}
        {card.answerMinutes !== null && ` ${t('card.answers', { duration: formatDuration(card.answerMinutes) })}.`}
      </p>
    )
  }
  const { offer } = request
  if (offer?.state !== 'offered') return null
  return (
    <div className={joinClasses('small stack gap-4', styles.askedLine)}>
      <p>{t('card.answered', { name, dateTime: formatQuoteMoment(offer.endsAt, page.search) })}</p>
      {(offer.reason || offer.note) && (
        <p className={styles.said}>{[offer.reason, offer.note].filter(Boolean).join(' ')}</p>
      )}
    </div>
  )
}

function CardPrice({ card, page }: { card: Card; page: ProviderCardProps['page'] }) {
  const t = getQuotesTranslator(page.search)
  if (card.status === 'unavailable') return <p className="small muted">{formatReason(card, page.search)}</p>
  if (card.price === null || card.deposit === null) return <p className="small muted">{t('card.plan.none')}</p>
  const readyBy = formatReadyBy(page.search)
  const people = formatSearchPeople(page.search)
  return (
    <div className={styles.price}>
      <p>
        <span className={joinClasses('number', card.status === 'cancelled' && 'strike')}>
          {formatMoney(card.price, card.currency)}
        </span>{' '}
        <span>{t('card.deposit', { deposit: formatMoney(card.deposit, card.currency, { decimals: 'always' }) })}</span>
      </p>
      <p>{readyBy ? t('card.for.time', { people, time: readyBy }) : t('card.for', { people })}</p>
    </div>
  )
}
