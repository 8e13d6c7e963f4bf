import { useState } from 'react'
import { joinClasses } from '#web/ui/class-names.ts'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import { readTableData, FigureTable } from '#web/ui/figures/figure-table.tsx'
import { Figure } from '#web/ui/figures/figure.tsx'
import { StepBars } from '#web/ui/figures/step-bars.tsx'
import { MapDot, StreetMap } from '#web/ui/map/map.tsx'
import { Carousel } from '#web/ui/pictures/carousel.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { LineDrawing } from '#web/ui/pictures/line-drawing.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Avatar, Pan, Picture } from '#web/ui/pictures/picture.tsx'
import { SortablePictures } from '#web/ui/pictures/sortable-pictures.tsx'
import paletteStyles from '#web/ui/palette.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import { getPicture, type Part, pictures } from './part.ts'
import styles from './styleguide.module.css'

const hackney = [-0.055, 51.545] as const
const islington = [-0.103, 51.538] as const
const around = { centre: hackney, metres: 4_800 }
const journey = [hackney, islington]

const Cards = () =>
  pictures.map(({ src, alt }) => (
    <li key={src}>
      <Pan className={styles.tile} src={src} alt={alt} />
    </li>
  ))

function Sortable({ frame }: { frame: 'tall' | 'wide' }) {
  const [shown, setShown] = useState(() => pictures.slice(0, 3).map((picture) => ({ ...picture, _id: picture.src })))
  const move = (id: string, to: number) =>
    setShown((now) => {
      const moved = now.filter(({ _id }) => _id === id)
      return now.filter(({ _id }) => _id !== id).toSpliced(to, 0, ...moved)
    })
  return (
    <SortablePictures
      label={`Pictures, ${frame}`}
      pictures={shown}
      frame={frame}
      onMove={move}
      renderTile={(_, index) => <span className="small">{index + 1}</span>}
    />
  )
}

const bookings = readTableData(
  'Bookings by month',
  [
    { label: 'Month', value: ({ month }: { month: string; n: number }) => month },
    { label: 'Bookings', value: ({ n }) => n },
  ],
  [
    { month: 'October', n: 4 },
    { month: 'November', n: 6 },
  ],
)

export const pictureParts: readonly Part[] = [
  {
    file: 'pictures/logo',
    states: {
      'on canvas': () => <Logo label="Primp" />,
      'on fig': () => (
        <div className="fig-ground on-fig card">
          <Logo label="Primp" />
        </div>
      ),
    },
  },
  {
    file: 'pictures/bar-chart',
    states: {
      'the last one runs': () => (
        <BarChart
          label="Bookings by month, at most 9"
          bars={['Sep', 'Oct', 'Nov'].map((name, i) => ({ key: name, name, value: 3 + 3 * i }))}
        />
      ),
      'parts of a whole': () => (
        <BarChart
          label="Searches by week, at most 40, and how many of each were booked"
          bars={['2 Nov', '9 Nov', '16 Nov'].map((name, i) => ({ key: name, name, value: 20 + 10 * i, part: 6 * i }))}
        />
      ),
    },
  },
  {
    file: 'figures/step-bars',
    states: {
      'each a part of the first': () => (
        <StepBars
          label="Of 40 searches 30 saw quotes, and 6 booked"
          steps={[
            { key: 'searched', name: 'Searched', value: 40, said: '40' },
            { key: 'seen', name: 'Viewed quotes', value: 30, said: '30 (75%)' },
            { key: 'booked', name: 'Booked', value: 6, said: '6 (15%)' },
          ]}
        />
      ),
      'equal values with names of different lengths': () => (
        <StepBars
          label="Three services, booked equally often"
          steps={[
            { key: 'makeup', name: 'Makeup', value: 12, said: '12' },
            { key: 'updo', name: 'Half up, half down', value: 12, said: '12 (33% of all bookings)' },
            { key: 'nails', name: 'Nails', value: 12, said: '12 of 36' },
          ]}
        />
      ),
      'beside a middle': () => (
        <StepBars
          label="Two prices, each beside the middle nearby"
          steps={[
            { key: 'makeup', name: 'Makeup', value: 65, mark: 52, said: '£65' },
            { key: 'updo', name: 'Updo', value: 40, mark: 48, said: '£40' },
          ]}
        />
      ),
    },
  },
  {
    file: 'figures/figure',
    states: {
      'a chart with its table': () => (
        <Figure title="Bookings" file="bookings" means="Bookings by the month of their event." data={bookings}>
          <p className="muted">Here is its chart.</p>
        </Figure>
      ),
      'nothing yet': () => (
        <Figure
          title="Bookings of nobody"
          file="none"
          means="Bookings by the month of their event."
          data={{ ...bookings, rows: [] }}
          empty={<p className="muted">No booking yet.</p>}>
          {null}
        </Figure>
      ),
    },
  },
  { file: 'figures/figure-table', states: { 'words and numbers': () => <FigureTable {...bookings} /> } },
  {
    file: 'pictures/line-drawing',
    states: {
      'for what is empty': () => (
        <div className="row wrapping">
          {(['palette', 'letter', 'calendar', 'purse', 'mirror'] as const).map((shows) => (
            <LineDrawing key={shows} of={shows} />
          ))}
        </div>
      ),
    },
  },
  {
    file: 'pictures/picture',
    states: {
      plain: () => <Picture className={styles.square} width={128} height={128} {...getPicture(0)} />,
      'in a pan': () => <Pan className={styles.square} {...getPicture(1)} />,
      portraits: () => (
        <div className="row wrapping">
          {([32, 40, 48, 56, 60, 72, 96] as const).map((size) => (
            <Avatar key={size} size={size} src={getPicture(0).src} alt={`${size} pixels`} />
          ))}
        </div>
      ),
    },
  },
  {
    file: 'palette',
    states: {
      'pans in their casing': () => (
        <div className={paletteStyles.casing}>
          <ul className={paletteStyles.palette} aria-label="Pans">
            {pictures.map(({ src, alt }, index) => (
              <li key={src} className={joinClasses(pictureStyles.frame, index === 0 && paletteStyles.double)}>
                <Picture src={src} alt={alt} />
              </li>
            ))}
          </ul>
        </div>
      ),
    },
  },
  {
    file: 'pictures/carousel',
    states: {
      'with arrows': () => (
        <Carousel label="Pictures" arrows={{ back: 'Previous pictures', on: 'Next pictures' }}>
          <Cards />
        </Carousel>
      ),
      'fitting where there is room': () => (
        <Carousel label="Pictures that fit" fit>
          <Cards />
        </Carousel>
      ),
    },
  },
  {
    file: 'map/map',
    states: {
      'with an area and a dot': () => (
        <div className={styles.map}>
          <StreetMap
            label="Map of Hackney"
            summary="Travels up to 3 miles from Hackney"
            view={[hackney]}
            area={around}
            country="GB"
            inPage>
            <MapDot at={hackney} />
          </StreetMap>
        </div>
      ),
      'with a journey': () => (
        <div className={styles.map}>
          <StreetMap
            label="Map of a journey"
            summary="2 miles, about 15 min"
            view={journey}
            line={journey}
            country="GB"
            inPage>
            <MapDot at={hackney} start />
            <MapDot at={islington} />
          </StreetMap>
        </div>
      ),
    },
  },
  {
    file: 'map/live-map',
    states: {
      'once loaded: in kilometres, and moved by one finger': () => (
        <div className={styles.map}>
          <StreetMap label="Map of Islington" summary="Artists around Islington" view={[islington]} country="AU">
            <MapDot at={islington} />
          </StreetMap>
        </div>
      ),
    },
  },
  {
    file: 'pictures/sortable-pictures',
    states: {
      'tall, as in albums': () => <Sortable frame="tall" />,
      'wide, as on cards': () => <Sortable frame="wide" />,
    },
  },
  { file: 'pictures/dabs', states: { 'something is under way': () => <Dabs /> } },
]
