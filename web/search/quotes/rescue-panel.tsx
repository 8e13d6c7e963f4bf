import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { formatDate, formatDistance, formatTime, zonedDay } from '#contract/format.ts'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { Card, QuotesPage, Rescue } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { openRequests, useAsking } from '#web/search/asking/asking.tsx'
import { formatQuoteDay, formatEventPlace, formatReasons, getQuotesTranslator } from './quote-phrases.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './rescue-panel.module.css'

type Option = Rescue['options'][number]

const farMetres = 80_000
const nearHours = 2

function hoursBetween(one: string | null | undefined, other: string | null): number {
  const hours = (hhmm: string) => Number(hhmm.slice(0, 2)) + Number(hhmm.slice(3)) / 60
  return one && other ? Math.abs(hours(one) - hours(other)) : 0
}

function optionText(
  { kind, change, distance: far }: Option,
  search: SavedSearch,
  serviceLabel: (id: string) => string,
) {
  const t = getQuotesTranslator(search)
  const { countryCode } = search
  switch (kind) {
    case 'time':
      return t('quotes.rescue.time', { time: formatTime(change.finishTime ?? '') })
    case 'date':
      return t('quotes.rescue.date', {
        date: formatDate(change.eventDate ?? search.appointmentSpot.eventDate, countryCode, new Date().getFullYear()),
      })
    case 'area':
      return t('quotes.rescue.area', {
        place: change.place?.name ?? '',
        distance: formatDistance(far?.metres ?? 0, countryCode),
      })
    case 'studio':
      return t('quotes.rescue.studio')
    case 'mobile':
      return t('quotes.rescue.mobile')
    case 'split':
      return t('quotes.rescue.split', { a: change.split?.[0] ?? 0, b: change.split?.[1] ?? 0 })
    case 'service':
      return t('quotes.rescue.service', { service: serviceLabel(change.service ?? '') })
  }
}

/**
 * No results: reasons, changes with their results, artists who might travel, and an alert; then other places and fewer
 * services.
 */
export function RescuePanel({
  page,
  rescue,
  type,
  serviceLabel,
}: {
  page: QuotesPage
  rescue: Rescue
  type: Mode
  serviceLabel: (id: string) => string
}) {
  const t = getQuotesTranslator(page.search)
  const { search } = page
  const n = page.counts.people.fits
  // The page's heading already says that no artist near the place offers this.
  const nobody = page.counts.candidates === 0
  // Without results the page's own heading is above these.
  const heading = n > 0 ? 'h3' : 'h2'
  const of = (...kinds: Option['kind'][]) => rescue.options.filter(({ kind }) => kinds.includes(kind))
  // A place that is hours away helps nobody: only the nearest is named.
  const isFar = of('area').every(({ distance }) => (distance?.metres ?? 0) > farMetres)
  const areas = of('area').slice(0, isFar ? 1 : undefined)
  const changes = of('time', 'date', 'studio', 'mobile', 'split').filter(({ kind }) => kind !== type)
  const rows = (options: readonly Option[]) => (
    <ul className={styles.options}>
      {options.map((option) => (
        <li key={JSON.stringify([option.kind, option.change])}>
          <OptionRow option={option} search={search} text={optionText(option, search, serviceLabel)} />
        </li>
      ))}
    </ul>
  )
  // Another hour of the same day comes after the artists nearby if it is not near the time that was asked for.
  const hoursAway = changes.every(
    ({ kind, change }) =>
      kind === 'time' && hoursBetween(change.finishTime, search.appointmentSpot.finishTime) > nearHours,
  )
  const rescued = (
    <Titled heading={heading} title={t('quotes.rescue.changes')} when={changes.length > 0}>
      {rows(changes)}
    </Titled>
  )
  const past = zonedDay(page.quote.computedAt, search.appointmentSpot.timeZone) > search.appointmentSpot.eventDate
  const alert = search.mine && !past && (
    <Form method="post" className={joinClasses('row gap-8 wrapping', styles.rescueAlert)} noValidate preventScrollReset>
      <p className="grow">
        {t(`quotes.rescue.alert.${nobody ? 'nobody' : n > 0 ? 'another' : 'text'}`, {
          place: formatEventPlace(search),
          date: formatQuoteDay(search),
        })}
      </p>
      <input type="hidden" name="intent" value="alert" />
      <TextField label={t('quotes.rescue.alert.email')} name="email" type="email" autoComplete="email" required />
      <Button type="submit" kind={nobody ? 'primary' : 'secondary'}>
        {t('quotes.rescue.alert')}
      </Button>
    </Form>
  )
  return (
    <section
      className={joinClasses('card stack', styles.panel)}
      id="rescue"
      aria-labelledby={n > 0 ? 'rescue-title' : 'headline'}>
      {n > 0 && (
        <h2 className="heading-3" id="rescue-title">
          {t(rescue.options.length > 0 ? 'quotes.rescue.title.few' : 'quotes.rescue.title.alone', { n })}
        </h2>
      )}
      {nobody && alert}
      {!nobody && (
        <p>
          {n > 0
            ? formatReasons(page.counts.shown[type], type, search)
            : formatReasons(page.counts.people, 'both', search)}
        </p>
      )}
      {!hoursAway && rescued}
      {page.hasTeams && (
        <Link className={styles.option} to={`/quotes/${search.id}/teams`}>
          <span className="bold">{t('quotes.rescue.teams')}</span>
        </Link>
      )}
      <Travellers page={page} cards={rescue.mightTravel} heading={heading} />
      {hoursAway && rescued}
      {!nobody && alert}
      <Titled
        heading={heading}
        title={t(isFar ? 'quotes.rescue.area.far' : 'quotes.rescue.areas')}
        when={areas.length > 0}>
        {rows(areas)}
      </Titled>
      <Titled heading={heading} title={t('quotes.rescue.services')} when={of('service').length > 0}>
        {rows(of('service'))}
      </Titled>
      {nobody && (
        <Titled heading={heading} title={t('quotes.rescue.change')} when>
          <p className="row gap-8 wrapping">
            {search.mine &&
              (['location', 'date', 'services'] as const).map((stage) => (
                <Link
                  key={stage}
                  className={getButtonClasses({ kind: 'secondary', size: 'small' })}
                  to={`/quotes/${search.id}?stage=${stage}`}>
                  {t(`quotes.rescue.change.${stage}`)}
                </Link>
              ))}
            <Link className={getButtonClasses({ kind: 'quiet', size: 'small' })} to="/content/places">
              {t('quotes.rescue.places')}
            </Link>
          </p>
        </Titled>
      )}
    </section>
  )
}

type Heading = 'h2' | 'h3'

const Titled = ({
  heading: Title,
  title,
  when,
  children,
}: {
  heading: Heading
  title: string
  when: boolean
  children: ReactNode
}) =>
  when ? (
    <div className="stack gap-8">
      <Title className="title">{title}</Title>
      {children}
    </div>
  ) : null

function OptionRow({ option, search, text }: { option: Option; search: SavedSearch; text: string }) {
  const t = getQuotesTranslator(search)
  const { kind, count: n, faces = [] } = option
  const row = (
    <>
      <span className="bold">{text}</span>{' '}
      <span className={styles.count}>
        {faces.length > 0 && (
          <span className={styles.faces}>
            {faces.map(({ src }) => (
              <Avatar key={src} size={32} src={src} alt="" />
            ))}
          </span>
        )}
        {t(kind === 'split' ? 'quotes.rescue.split.count' : 'quotes.rescue.count', { n })}
      </span>
    </>
  )
  if (kind === 'studio' || kind === 'mobile')
    return (
      <Link className={styles.option} to={`/quotes/${search.id}?type=${kind}`} preventScrollReset>
        {row}
      </Link>
    )
  return (
    <Form method="post" action="/search">
      <input type="hidden" name="from" value={search.id} />
      <input type="hidden" name="change" value={JSON.stringify(option.change)} />
      <button className={styles.option} type="submit">
        {row}
      </button>
    </Form>
  )
}

/** The nearest artists beyond their radius, for single or bulk requests. */
function Travellers({ page, cards, heading: Title }: { page: QuotesPage; cards: readonly Card[]; heading: Heading }) {
  const t = getQuotesTranslator(page.search)
  const asking = useAsking()
  const open = cards
    .filter((card) => !asking?.requestOf(card))
    .slice(0, mostAtOnce - (asking ? openRequests(asking.own) : 0))
  if (!asking || open.length === 0) return null
  const { countryCode } = page.search
  return (
    <div className="stack gap-8 with-script">
      <Title className="title">{t('quotes.rescue.travel')}</Title>
      <p className="small muted">
        {t('quotes.rescue.travel.text', { n: open.length, place: formatEventPlace(page.search) })}
      </p>
      <ul className={styles.options}>
        {open.map((card) => (
          <li key={card._id} className={styles.traveller}>
            <Avatar size={48} src={card.profileImg.src} alt="" />
            <div className="grow">
              <Link className="bold" to={`/quotes/${page.search.id}/@/${card.slug}?type=mobile`}>
                {card.name}
              </Link>
              <p className={joinClasses('small muted', styles.facts)}>
                <Rating rating={card.rating} reviews={card.totalReviews} />
                <span>{`${card.location.area}, ${formatDistance(card.distance.metres, countryCode)}`}</span>
              </p>
            </div>
            <Button kind="secondary" size="small" disabled={asking.busy} onClick={() => asking.send([card.slug])}>
              {t('quotes.rescue.travel.ask')}
              <span className="visually-hidden">{` ${card.name}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open.length > 1 && (
        <Button
          className={styles.places}
          loading={asking.busy}
          onClick={() => asking.send(open.map(({ slug }) => slug))}>
          {t('quotes.rescue.travel.all', { n: open.length })}
        </Button>
      )}
    </div>
  )
}
