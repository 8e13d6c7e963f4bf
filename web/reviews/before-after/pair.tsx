import { reader } from '#contract/words.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import styles from './pair.module.css'
import { pictureWords } from './picture-words.ts'

const t = reader(pictureWords)

interface PairProps {
  pair: { before: { src: string }; after: { src: string } }
  /** Whose they are, said to those who do not see them. */
  name: string
}

/** A before and an after picture side by side, each under its word. */
export function Pair({ pair: { before, after }, name }: PairProps) {
  return (
    <div className={styles.pair}>
      {[['pair.before', before] as const, ['pair.after', after] as const].map(([word, { src }]) => (
        <figure key={word} className="stack gap-4">
          <Pan className={styles.frame} src={src} alt={`${t(word)}, ${name}`} />
          <figcaption className="small muted" aria-hidden="true">
            {t(word)}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
