import { classes } from '#web/ui/class-names.ts'
import { Carousel } from '#web/ui/pictures/carousel.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { LineDrawing } from '#web/ui/pictures/line-drawing.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Avatar, Pan, Picture } from '#web/ui/pictures/picture.tsx'
import paletteStyles from '#web/ui/palette.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import type { Part } from './part.ts'
import { picture, pictures } from './pictures.ts'
import styles from './styleguide.module.css'

const Cards = () =>
  pictures.map(({ src, alt }) => (
    <li key={src}>
      <Pan className={styles.tile} src={src} alt={alt} />
    </li>
  ))

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
      plain: () => <Picture className={styles.square} width={128} height={128} {...picture(0)} />,
      'in a pan': () => <Pan className={styles.square} {...picture(1)} />,
      portraits: () => (
        <div className="row wrapping">
          {([32, 40, 48, 56, 60, 72, 96] as const).map((size) => (
            <Avatar key={size} size={size} src={picture(0).src} alt={`${size} pixels`} />
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
              <li key={src} className={classes(pictureStyles.frame, index === 0 && paletteStyles.double)}>
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
  { file: 'pictures/dabs', states: { 'something is under way': () => <Dabs /> } },
]
