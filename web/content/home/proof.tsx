import { Star } from 'lucide-react'
import type { HomePage } from '#contract/content/content.ts'
import { number, score } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { homeWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './proof.module.css'

/** From how many on each figure is shown. */
const leastProof = { reviews: 20, artists: 10, places: 5, bookings: 50 } as const

type Proof = HomePage['proof']

/** The figures worth showing, each from its least number on. */
export function shownProof(
  proof: Proof,
): { key: 'score' | 'reviews' | 'artists' | 'onTime' | 'places'; figure: string; n: number }[] {
  const enough = proof.reviews >= leastProof.reviews
  return [
    ...(enough && proof.score !== null ? [{ key: 'score' as const, figure: score(proof.score), n: 1 }] : []),
    ...(enough ? [{ key: 'reviews' as const, figure: number(proof.reviews), n: proof.reviews }] : []),
    ...(proof.artists >= leastProof.artists
      ? [{ key: 'artists' as const, figure: number(proof.artists), n: proof.artists }]
      : []),
    ...(proof.onTime.bookings >= leastProof.bookings
      ? [{ key: 'onTime' as const, figure: `${proof.onTime.percent}%`, n: proof.onTime.bookings }]
      : []),
    ...(proof.places >= leastProof.places
      ? [{ key: 'places' as const, figure: number(proof.places), n: proof.places }]
      : []),
  ]
}

const t = reader(homeWords)

/** What stands behind the promise, in computed figures; one true sentence where there are none yet. */
export function ProofStrip({ proof }: { proof: Proof }) {
  const figures = shownProof(proof)
  if (figures.length === 0) {
    return (
      <div className={classes('page-width', styles.proofBand)}>
        <p className="lead">{t('home.proof.none')}</p>
      </div>
    )
  }
  return (
    <section className={classes('page-width', styles.proofBand)} aria-label={t('home.proof.label')}>
      <ul className={styles.proof}>
        {figures.map(({ key, figure, n }) => (
          <li key={key}>
            <span className="number row gap-8">
              {key === 'score' && <Star className={classes('icon star-icon', styles.proofStar)} aria-hidden="true" />}
              {figure}
            </span>
            <p>{t(`home.proof.${key}.label`, { n })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
