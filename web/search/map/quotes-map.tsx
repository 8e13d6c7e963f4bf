import { BadgeCheck } from 'lucide-react'
import type { Map as MapHandle } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { countOf } from '#contract/i18n/counts.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { setPictureFrame } from '#contract/pictures/drawn.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { compareMessages } from '#web/search/compare/compare-messages.ts'
import { formatEventPlace, formatReadyBy, getQuotesTranslator } from '#web/search/quotes/quote-phrases.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { MapDot, MapMark, StreetMap } from '#web/ui/map/map.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import styles from './map-card.module.css'
import { chooseView, clusterPins, computePan, isAvailable, type Pin, summarizeCluster } from './pins.ts'
import quotesMapStyles from './quotes-map.module.css'

interface QuotesMapProps {
  page: QuotesPage
  type: Mode
  cards: readonly Card[]
  pointed: string | null
  /** The link back to the list, if the map covers the page. */
  back: ReactNode
}

const gutter = 16
/** At this zoom a cluster does not open any further. */
const closest = 15
/** Space for the notes at the top and for half of a pin at the sides. */
const padding = { top: 112, right: 72, bottom: 224, left: 72 }

/** Prices on the map, with pins as links; the list contains everything too. */
export function QuotesMap({ page, type, cards, pointed, back }: QuotesMapProps) {
  const t = createTranslator(compareMessages, page.search.countryCode)
  const home = page.search.location.coordinates
  const [map, setMap] = useState<MapHandle | null>(null)
  const [zoom, setZoom] = useState(0)
  const [moved, setMoved] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const carousel = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  // Pins start clear of the previews, whose height depends on their texts.
  const [clear, setClear] = useState(padding)
  useEffect(() => {
    const height = foot.current?.offsetHeight ?? 0
    if (height > 0) setClear((now) => ({ ...now, bottom: height + gutter + 24 }))
  }, [])
  // Once someone has moved the map, new quotes leave it where it is.
  const [view, setView] = useState(() => ({ of: cards, points: chooseView(home, cards) }))
  if (view.of !== cards && !moved) setView({ of: cards, points: chooseView(home, cards) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: pins are grouped again at another zoom
  const groups = useMemo(
    () =>
      map
        ? clusterPins(cards.map((card): Pin => ({ card, ...pixelOf(map, card) }))).toSorted(
            (a, b) => cards.indexOf(a.at.card) - cards.indexOf(b.at.card),
          )
        : [],
    [map, zoom, cards],
  )
  const previews = cards.filter(isAvailable)
  const all = page.counts.shown[type].fits
  const active = pointed ?? chosen
  // The previews snap to the chosen pin or the hovered card.
  useEffect(() => {
    const row = carousel.current
    const preview = active === null ? null : row?.querySelector<HTMLElement>(`[data-card="${CSS.escape(active)}"]`)
    if (row && preview) row.scrollTo({ left: preview.offsetLeft - gutter })
  }, [active])
  // Moves the map so that the chosen pin is visible.
  const chosenAt = groups.find(({ pins }) => pins.some(({ card }) => card._id === chosen))?.at.card
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map follows a choice, not every move of it
  useEffect(() => {
    if (!chosenAt || !map) return
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const { x, y } = computePan(pixelOf(map, chosenAt), { width, height, foot: foot.current?.offsetHeight ?? 0 })
    if (x !== 0 || y !== 0) map.panBy([x, y])
  }, [chosen])
  const start = (made: MapHandle) => {
    setMap(made)
    setZoom(made.getZoom())
    made.on('zoomend', () => setZoom(made.getZoom()))
    made.on('movestart', ({ originalEvent }) => originalEvent && setMoved(true))
  }
  const openCluster = (pins: readonly Pin[]) => {
    setMoved(true)
    map?.fitBounds(boundsOf(pins), { padding: clear, maxZoom: closest })
  }
  return (
    <div className={quotesMapStyles.mapArea} data-chosen={active !== null || undefined}>
      <StreetMap
        label={
          previews.length < all
            ? t('map.label.first', { n: previews.length, all, mode: type })
            : t('map.label', { artists: countOf('artists', previews.length) })
        }
        summary={t('map.around', { place: formatEventPlace(page.search) })}
        view={view.points}
        country={page.search.countryCode}
        zoom={14}
        padding={clear}
        onReady={start}>
        <MapDot at={home} />
        <nav aria-label={t('map.pins')}>
          {groups.map(({ at, pins }) => (
            <MapMark key={at.card._id} at={at.card.location.coordinates}>
              <GroupPin
                pins={pins}
                page={page}
                pointed={pointed}
                chosen={chosen}
                onChoose={setChosen}
                onOpen={zoom < closest - 0.1 ? () => openCluster(pins) : null}
              />
            </MapMark>
          ))}
        </nav>
      </StreetMap>
      <div ref={foot} className={quotesMapStyles.foot}>
        {back}
        <div
          ref={carousel}
          className={joinClasses(quotesMapStyles.previews, active === null && quotesMapStyles.waiting)}
          onScrollEnd={(event) => {
            const row = event.currentTarget
            const at = [...row.children].findIndex(
              (preview) =>
                preview instanceof HTMLElement && preview.offsetLeft + preview.offsetWidth / 2 > row.scrollLeft,
            )
            const card = previews[at]
            // At its end the row cannot scroll the last previews to the front.
            const ended = row.scrollLeft + row.clientWidth >= row.scrollWidth - 1
            if (card && pointed === null && !ended) setChosen(card._id)
          }}>
          {previews.map((card) => (
            <MapCard key={card._id} card={card} page={page} shown={card._id === active} />
          ))}
        </div>
      </div>
      <p className={joinClasses('micro', quotesMapStyles.mapNote)}>
        <span>{t('map.area')}</span>
        {previews.length < cards.length && <span className={quotesMapStyles.grey}>{t('map.grey')}</span>}
      </p>
    </div>
  )
}

const pixelOf = (map: MapHandle, { location: { coordinates } }: Card): { x: number; y: number } => {
  const { x, y } = map.project(coordinates)
  return { x, y }
}

function boundsOf(pins: readonly Pin[]): [[number, number], [number, number]] {
  const [lngs, lats] = ([0, 1] as const).map((axis) => pins.map(({ card }) => card.location.coordinates[axis]))
  return [
    [Math.min(...(lngs as number[])), Math.min(...(lats as number[]))],
    [Math.max(...(lngs as number[])), Math.max(...(lats as number[]))],
  ]
}

/** The pin of one artist, a link, or of several, a button that zooms in. Counts available artists only. */
export function GroupPin({
  pins,
  page,
  pointed,
  chosen,
  onChoose,
  onOpen,
}: {
  pins: readonly Pin[]
  page: Pick<QuotesPage, 'search'>
  pointed: string | null
  chosen: string | null
  onChoose: (id: string) => void
  /** Null at the closest zoom, where the first artist represents all. */
  onOpen: (() => void) | null
}) {
  const t = createTranslator(compareMessages, page.search.countryCode)
  const { available, from } = summarizeCluster(pins)
  const card = available[0] ?? pins[0]?.card
  if (!card) return null
  const type = card.location.mobileOrStudio
  const off = from === null
  const has = (id: string | null) => id !== null && pins.some((pin) => pin.card._id === id)
  const looks = joinClasses(
    quotesMapStyles.mapPin,
    type === 'studio' && available.length === 1 && quotesMapStyles.studio,
    off && quotesMapStyles.unavailable,
    has(chosen) ? quotesMapStyles.selected : has(pointed) && quotesMapStyles.pointed,
  )
  const amount = off ? '' : formatMoney(from, card.currency)
  if (available.length > 1 && onOpen)
    return (
      <button type="button" className={looks} onClick={onOpen}>
        <b>{t('map.from', { n: available.length, amount })}</b>
        <span className="visually-hidden">{` ${t('map.cluster', { n: available.length })}`}</span>
      </button>
    )
  return (
    <Link
      to={`/quotes/${page.search.id}/@/${card.slug}?type=${type}`}
      className={looks}
      draggable={false}
      aria-current={has(chosen) || undefined}
      onFocus={() => onChoose(card._id)}
      onClick={(event) => {
        // A press shows the preview, which is the link; for the keyboard, focus has already shown it.
        if (event.detail === 0) return
        event.preventDefault()
        onChoose(card._id)
      }}>
      <b>{available.length > 1 ? t('map.from', { n: available.length, amount }) : amount}</b>
      <span className="visually-hidden">
        {` ${
          off
            ? t('map.pin.unavailable', { name: card.name })
            : t('map.pin', { name: card.name, mode: getQuotesTranslator(page.search)(`tab.${type}`) })
        }`}
      </span>
    </Link>
  )
}

function MapCard({ card, page, shown }: { card: Card; page: QuotesPage; shown: boolean }) {
  const readyBy = formatReadyBy(page.search)
  return (
    <Link
      className={joinClasses('card row', styles.preview, shown && styles.shown)}
      data-card={card._id}
      to={`/quotes/${page.search.id}/@/${card.slug}?type=${card.location.mobileOrStudio}`}>
      <Pan className={styles.frame} src={setPictureFrame(card.coverImg.src, 'square')} alt="" width={96} height={96} />
      <div className={joinClasses('grow', styles.about)}>
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
        <div className="row gap-8 small muted wrapping">
          <Rating rating={card.rating} reviews={card.totalReviews} />
          <span>{card.location.area}</span>
        </div>
        {card.status && <StatusBadge className={styles.badge} status={card.status} />}
        {card.price !== null && (
          <div className={styles.price}>
            <span className="number">{formatMoney(card.price, card.currency)}</span>
            {readyBy && (
              <span className="micro muted">{formatMessage(compareMessages['map.readyBy'], { time: readyBy })}</span>
            )}
          </div>
        )}
      </div>
    </Link>
  )
}
