import { useState } from 'react'
import { Link } from 'react-router'
import type { operatorBusiness, Square } from '#contract/operator/business.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatNumber, toHundredths } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { SquareMap } from '#web/operator/market/square-map.tsx'
import { businessMessages } from './business-messages.ts'
import { type Column, readTableData } from '#web/ui/figures/figure-table.tsx'
import { Figure, getMarketName } from '#web/ui/figures/figure.tsx'

const t = createTranslator(businessMessages)
/** Rows shown; the CSV has all. */
const MOST_ROWS = 50

const where: readonly Column<Square>[] = [
  { label: t('business.place'), value: ({ place }) => place },
  {
    label: t('business.market'),
    value: ({ countryCode }) => countryCode,
    shown: ({ countryCode }) => getMarketName(countryCode),
  },
]
const supplied: readonly Column<Square>[] = [
  { label: t('business.artists'), value: ({ artists }) => artists, shown: ({ artists }) => formatNumber(artists) },
  { label: t('business.instant'), value: ({ instant }) => instant, shown: ({ instant }) => formatNumber(instant) },
]
const demanded: readonly Column<Square>[] = (
  [
    ['business.people', 'people'],
    ['business.without', 'withoutArtist'],
  ] as const
).map(([label, name]) => ({
  label: t(label),
  value: ({ demand }) => demand?.[name] ?? null,
  shown: ({ demand }) => (demand ? formatNumber(demand[name]) : t('business.few')),
}))
const position: readonly Column<Square>[] = [
  { label: 'lat', value: ({ lat }) => toHundredths(lat) },
  { label: 'lng', value: ({ lng }) => toHundredths(lng) },
]

type Squares = Pick<OutputOf<typeof operatorBusiness.squares>, 'squares'>

/** Squares of the map where people found no artist; `demand` links to the page about them. */
export const UnmetFigure = ({ squares, demand }: Squares & { demand: boolean }) => (
  <SquaresFigure
    title={t('business.unmet')}
    file="unmet-demand"
    means={t('business.unmet.means')}
    label={(place) => t('business.unmet.map', { place })}
    squares={squares.filter((square) => (square.demand?.withoutArtist ?? 0) > 0)}
    n={(square) => square.demand?.withoutArtist ?? 0}
    columns={[...where, ...demanded, ...supplied]}
    beside={
      demand && (
        <Link className="link tap-target" to="/operator/demand">
          {t('business.demand')}
        </Link>
      )
    }
    empty={<Empty title={t('business.unmet.none')}>{t('business.unmet.none.text')}</Empty>}
  />
)

/** Squares of the map where artists are, most artists first. */
export const SupplyFigure = ({ squares }: Squares) => (
  <SquaresFigure
    title={t('business.supply')}
    file="supply"
    means={t('business.supply.means')}
    label={(place) => t('business.supply.map', { place })}
    squares={squares.filter(({ artists }) => artists > 0).toSorted((a, b) => b.artists - a.artists)}
    n={({ artists }) => artists}
    columns={[...where, ...supplied, ...demanded]}
    empty={<Empty title={t('business.supply.none')}>{t('business.supply.none.text')}</Empty>}
  />
)

interface SquaresFigureProps {
  title: string
  file: string
  means: string
  label: (place: string) => string
  squares: readonly Square[]
  n: (square: Square) => number
  columns: readonly Column<Square>[]
  empty: React.ReactNode
  beside?: React.ReactNode
}

function SquaresFigure({ title, file, means, label, squares, n, columns, empty, beside }: SquaresFigureProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const middle = squares.find(({ cell }) => cell === chosen) ?? squares[0]
  return (
    <Figure
      title={title}
      file={file}
      means={means}
      data={readTableData(title, [...columns, ...position], squares)}
      tables={[readTableData(title, columns, squares.slice(0, MOST_ROWS))]}
      empty={!middle && empty}
      beside={beside}>
      {middle && (
        <SquareMap
          label={label(middle.place)}
          dots={squares.map((square) => ({
            ...square,
            n: n(square),
            said: t('business.dot', { place: square.place, n: formatNumber(n(square)) }),
          }))}
          middle={middle}
          country={middle.countryCode}
          onChoose={setChosen}
        />
      )}
      {squares.length > MOST_ROWS && (
        <p className="small muted">{t('business.squares.more', { n: squares.length - MOST_ROWS })}</p>
      )}
    </Figure>
  )
}
