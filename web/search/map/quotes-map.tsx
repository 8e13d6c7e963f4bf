import { countOf } from '#contract/i18n/counts.ts'
import { BadgeCheck, Minus, Plus } from 'lucide-react'
import type { Map as StreetMapHandle } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { setPictureFrame } from '#contract/pictures/drawn.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { loadPart } from '#web/platform/optional.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import { compareMessages } from '#web/search/compare/compare-messages.ts'
import { formatReadyBy, getQuotesTranslator } from '#web/search/quotes/quote-phrases.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import styles from './map-card.module.css'
import { MapNames } from './map-names.tsx'
import { clusterPins, scrollIntoMapView, computeOffset, projectToMap, computeZoom, zooms } from './map-projection.ts'
import quotesMapStyles from './quotes-map.module.css'

interface QuotesMapProps {
  page: QuotesPage
  cards: readonly Card[]
  pointed: string | null
  styleUrl: string | null
  /** The link back to the list, if the map covers the page. */
  back: ReactNode
}

const gutter = 16

type Pin = { card: Card; x: number; y: number }

/** Prices on the drawn map, with pins as links; the list contains everything too. */
export function QuotesMap({ page, cards, pointed, styleUrl, back }: QuotesMapProps) {
  const t = createTranslator(compareMessages, page.search.countryCode)
  const home = page.search.location.coordinates
  const start = useMemo(
    () =>
      computeZoom(
        home,
        cards
          .filter((card) => card.reason === 'fits')
          .slice(0, 24)
          .map((card) => card.location.coordinates),
        { x: 240, y: 320 },
      ),
    [home, cards],
  )
  const [zoom, setZoom] = useState(start)
  const [moved, setMoved] = useState({ x: 0, y: 0 })
  const [chosen, setChosen] = useState<string | null>(null)
  const carousel = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; y: number; from: { x: number; y: number } } | null>(null)
  const pins: Pin[] = cards.map((card) => ({ card, ...computeOffset(home, card.location.coordinates, zoom) }))
  const groups = clusterPins(pins)
  const previews = cards.filter((card) => card.price !== null && card.reason === 'fits')
  const active = pointed ?? chosen
  // The previews snap to the chosen pin or the hovered card.
  useEffect(() => {
    const row = carousel.current
    const preview = active === null ? null : row?.querySelector<HTMLElement>(`[data-card="${CSS.escape(active)}"]`)
    if (row && preview) row.scrollTo({ left: preview.offsetLeft - gutter })
  }, [active])
  // Moves the map so that the chosen pin is visible.
  const chosenAt = groups.find(({ pins: together }) => together.some(({ card }) => card._id === chosen))?.at
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map follows a choice, not every move of it
  useEffect(() => {
    if (!chosenAt || !view.current || !foot.current) return
    const { clientWidth: width, clientHeight: height } = view.current
    const covered = foot.current.offsetHeight
    setMoved((now) => scrollIntoMapView(chosenAt, now, { width, height, foot: covered }))
  }, [chosen])
  const zoomBy = (by: 1 | -1) => {
    setZoom((now) => Math.min(zooms.most, Math.max(zooms.least, now + by)))
    setMoved((now) => (by > 0 ? { x: now.x * 2, y: now.y * 2 } : { x: now.x / 2, y: now.y / 2 }))
  }
  return (
    <div className={quotesMapStyles.mapArea} data-zoom={zoom}>
      <div
        ref={view}
        className={quotesMapStyles.mapView}
        onPointerDown={(event) => {
          if ((event.target as Element).closest('a,button')) return
          drag.current = { x: event.clientX, y: event.clientY, from: moved }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (drag.current)
            setMoved({
              x: drag.current.from.x + event.clientX - drag.current.x,
              y: drag.current.from.y + event.clientY - drag.current.y,
            })
        }}
        onPointerUp={() => {
          drag.current = null
        }}>
        {styleUrl && <StreetMap styleUrl={styleUrl} centre={home} zoom={zoom} moved={moved} />}
        <div className={quotesMapStyles.mapPlane} style={{ transform: `translate(${moved.x}px, ${moved.y}px)` }}>
          <img
            className={quotesMapStyles.mapArt}
            alt=""
            src={`/v1/map/${home[0].toFixed(2)},${home[1].toFixed(2)},${zoom}.svg?names=off`}
            width={1280}
            height={1280}
            draggable={false}
          />
          <MapNames centre={home} zoom={zoom} pins={groups.map(({ at }) => at)} />
          <span className={quotesMapStyles.mapHome} title={t('map.here')} />
          <nav aria-label={t('map.label', { artists: countOf('artists', cards.length) })}>
            {groups.map(({ at, pins: together }) => (
              <PinLink
                key={at.card._id}
                at={at}
                together={together}
                page={page}
                pointed={pointed}
                chosen={chosen}
                onChoose={setChosen}
              />
            ))}
          </nav>
        </div>
      </div>
      <div className={joinClasses('stack gap-8', quotesMapStyles.mapZoom)}>
        <IconButton disc label={t('map.zoomIn')} onClick={() => zoomBy(1)}>
          <Plus className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton disc label={t('map.zoomOut')} onClick={() => zoomBy(-1)}>
          <Minus className="icon" aria-hidden="true" />
        </IconButton>
      </div>
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
      <p className={joinClasses('micro', quotesMapStyles.mapNote)}>{t('map.area')}</p>
    </div>
  )
}

function PinLink({
  at,
  together,
  page,
  pointed,
  chosen,
  onChoose,
}: {
  at: Pin
  together: Pin[]
  page: QuotesPage
  pointed: string | null
  chosen: string | null
  onChoose: (id: string) => void
}) {
  const t = createTranslator(compareMessages, page.search.countryCode)
  const { card } = at
  const type = card.location.mobileOrStudio
  const off = card.price === null || card.status === 'unavailable' || card.status === 'cancelled'
  const total = card.price === null ? '' : formatMoney(card.price, card.currency)
  const has = (id: string | null) => id !== null && together.some((pin) => pin.card._id === id)
  const least = together.map((pin) => pin.card).filter(({ price, reason }) => price !== null && reason === 'fits')
  const from = least.length ? Math.min(...least.map(({ price }) => price ?? 0)) : null
  const shown =
    together.length === 1
      ? off
        ? ''
        : total
      : from === null
        ? String(together.length)
        : t('map.from', { n: together.length, amount: formatMoney(from, card.currency) })
  const said =
    together.length > 1
      ? t('map.cluster', { n: together.length })
      : off
        ? t('map.pin.unavailable', { name: card.name })
        : t('map.pin', { name: card.name, mode: getQuotesTranslator(page.search)(`tab.${type}`) })
  return (
    <Link
      to={`/quotes/${page.search.id}/@/${card.slug}?type=${type}`}
      className={joinClasses(
        quotesMapStyles.mapPin,
        type === 'studio' && quotesMapStyles.studio,
        off && together.length === 1 && quotesMapStyles.unavailable,
        has(chosen) ? quotesMapStyles.selected : has(pointed) && quotesMapStyles.pointed,
      )}
      aria-current={has(chosen) || undefined}
      style={{ left: `calc(50% + ${Math.round(at.x)}px)`, top: `calc(50% + ${Math.round(at.y)}px)` }}
      onFocus={() => onChoose(card._id)}
      onClick={(event) => {
        // A press shows the preview, which is the link; for the keyboard, focus has already shown it.
        if (event.detail === 0) return
        event.preventDefault()
        onChoose(card._id)
      }}>
      <b>{shown}</b>
      <span className="visually-hidden">{` ${said}`}</span>
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

/** A street map over the drawn one, once its library and style have loaded; on failure the drawn map stays. */
function StreetMap({
  styleUrl,
  centre,
  zoom,
  moved,
}: {
  styleUrl: string
  centre: [number, number]
  zoom: number
  moved: { x: number; y: number }
}) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<StreetMapHandle | null>(null)
  const [loaded, setLoaded] = useState(false)

  // Created once per style; later moves use jumpTo below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let gone = false
    const open = async () => {
      const { Map: StreetMapClass, setWorkerUrl } = await loadPart(() => import('maplibre-gl'))
      setWorkerUrl((await loadPart(() => import('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'))).default)
      await loadPart(() => import('maplibre-gl/dist/maplibre-gl.css'))
      if (gone || !box.current) return
      const made = new StreetMapClass({
        container: box.current,
        style: styleUrl,
        center: centre,
        zoom: zoom - 1,
        interactive: false,
        attributionControl: { compact: true },
      })
      made.once('load', () => !gone && setLoaded(true))
      made.once('error', () => !gone && setLoaded(false))
      map.current = made
    }
    open().catch(() => setLoaded(false))
    return () => {
      gone = true
      map.current?.remove()
      map.current = null
    }
  }, [styleUrl])

  useEffect(() => {
    map.current?.jumpTo({ center: centreOf(centre, zoom, moved), zoom: zoom - 1 })
  }, [centre, zoom, moved])

  // The library positions its own container, so a wrapper keeps ours.
  return (
    <div className={quotesMapStyles.streetMap} data-loaded={loaded} aria-hidden="true">
      <div ref={box} />
    </div>
  )
}

// The library's zoom uses tiles of 512 pixels, the drawn map 256.
function centreOf(centre: readonly [number, number], zoom: number, moved: { x: number; y: number }): [number, number] {
  const world = 256 * 2 ** zoom
  const { x, y } = projectToMap(centre, zoom)
  const lng = ((x - moved.x) / world) * 360 - 180
  const n = Math.PI - (2 * Math.PI * (y - moved.y)) / world
  return [lng, (180 / Math.PI) * Math.atan(Math.sinh(n))]
}
