import { BadgeCheck, Camera, Star } from 'lucide-react'
import type { CSSProperties } from 'react'
import { joinClasses } from '#web/ui/class-names.ts'
import type { Part } from './part.ts'
import styles from './styleguide.module.css'

const colours = [
  ['canvas', 'ink'],
  ['surface', 'ink'],
  ['sunken', 'ink-2'],
  ['brand', 'on-brand'],
  ['accent', 'on-accent'],
  ['accent-soft', 'accent-text'],
  ['jade', 'on-jade'],
  ['jade-soft', 'jade-text'],
  ['danger', 'on-danger'],
  ['danger-soft', 'danger-text'],
  ['info', 'on-info'],
  ['info-soft', 'info-text'],
  ['disabled', 'on-disabled'],
  ['fig', 'bone'],
  ['bone', 'fig'],
  ['marigold', 'fig-deep'],
] as const
const pigments = ['lacquer', 'copper', 'petrol', 'moss', 'lilac', 'sky', 'pistachio'] as const
const shades = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
const inside = (colour: string, ink?: string): CSSProperties => ({
  background: `var(--p-${colour})`,
  ...(ink && { color: `var(--p-${ink})` }),
})

export const baseParts: readonly Part[] = [
  {
    file: 'base/tokens',
    states: {
      'grounds, each with the ink that may stand on it': () => (
        <ul className={styles.swatches}>
          {colours.map(([ground, ink]) => (
            <li key={ground} style={inside(ground, ink)}>
              {ground}
            </li>
          ))}
        </ul>
      ),
      'pigments of drawings': () => (
        <ul className={styles.pans} aria-label={pigments.join(', ')}>
          {pigments.map((name) => (
            <li key={name} style={inside(name)} />
          ))}
        </ul>
      ),
      'shades of skin in drawings, deepest to lightest': () => (
        <ul className={styles.pans} aria-label="Ten shades">
          {shades.map((shade) => (
            <li key={shade} style={inside(`shade-${shade}`)} />
          ))}
        </ul>
      ),
    },
  },
  {
    file: 'base/type',
    states: {
      headings: () => (
        <div className="stack">
          <p className="heading-hero">Ready by half past one</p>
          <p className="heading-1">Ready by half past one</p>
          <p className="heading-2">Ready by half past one</p>
          <p className="heading-3">Ready by half past one</p>
          <p className="title">Ready by half past one</p>
        </div>
      ),
      text: () => (
        <div className="stack gap-8">
          <p className="lead">Lead: one whole price for everyone in your party.</p>
          <p>Body: one whole price for everyone in your party.</p>
          <p className="small">Small: one whole price for everyone in your party.</p>
          <p className="micro">Micro: one whole price for everyone in your party.</p>
        </div>
      ),
      ranks: () => (
        <div className="stack gap-4">
          <p className="muted">muted</p>
          <p className="hint">hint</p>
          <p className="bold">bold</p>
          <p className="bolder">bolder</p>
          <p className="strike">strike</p>
          <p>
            <a className="link" href="#type">
              a way on
            </a>
          </p>
        </div>
      ),
      money: () => (
        <div className="stack gap-4">
          <p className="heading-3 number">£1,234.50</p>
          <p className="bold tabular">£1,234.50</p>
        </div>
      ),
      icons: () => (
        <div className="row">
          <Camera className="icon icon-small" aria-hidden="true" />
          <Camera className="icon" aria-hidden="true" />
          <Camera className="icon icon-large" aria-hidden="true" />
          <Star className="icon star-icon" aria-hidden="true" />
          <span className="verified" role="img" aria-label="Identity verified">
            <BadgeCheck className="icon" aria-hidden="true" />
          </span>
        </div>
      ),
      lists: () => (
        <div className="row wrapping align-top gap-32">
          <ul className="bullets">
            <li>with dots</li>
            <li>with dots</li>
          </ul>
          <ol className={joinClasses('bullets', 'numbered')}>
            <li>with numbers</li>
            <li>with numbers</li>
          </ol>
        </div>
      ),
    },
  },
  {
    file: 'base/surfaces',
    states: {
      card: () => <div className="card">card</div>,
      'more inside': () => <div className="card pad-32">card pad-32</div>,
      'disclosure, closed': () => (
        <details>
          <summary>How we calculate this</summary>
          <p>All bookings of the last 12 months.</p>
        </details>
      ),
      'disclosure, open, as a row': () => (
        <details open>
          <summary className="summary-row">When do I pay the rest?</summary>
          <p>On the day, to your artist.</p>
        </details>
      ),
      divider: () => <hr className="divider" />,
      'fig ground': () => (
        <div className="fig-ground on-fig card">
          <p className="heading-hero">
            Nobody is <em>hurried</em>
          </p>
        </div>
      ),
    },
  },
]
