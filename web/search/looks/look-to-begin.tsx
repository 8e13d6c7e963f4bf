import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { looks } from '#contract/search/looks.ts'
import { type Country, reader } from '#contract/words.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { lookWords } from './look-words.ts'
import { TagChoice } from './tag-choice.tsx'
import { tagsText } from './tags-text.ts'
import styles from './look-to-begin.module.css'

type Work = OutputOf<typeof looks.work>

/** The work that a search begins with: who did it, and what it shows by its tags. */
export function WorkToBegin({ work: { picture, tags, artist }, country }: { work: Work; country: Country }) {
  const t = reader(lookWords, country)
  return (
    <section className={styles.work} aria-labelledby="look-of-search">
      <Pan className={styles.frame} src={picture.src} alt={picture.alt} width={160} height={200} />
      <div className="stack gap-8">
        <h2 className="heading-3" id="look-of-search">
          {t('look.begin')}
        </h2>
        <p>{tagsText(tags, country)}</p>
        <p className="small muted">
          {t('look.begin.text')}{' '}
          <Link className="link tap-target" to={`/@/${artist.slug}`}>
            {t('look.pictures.by', { name: artist.name })}
          </Link>
        </p>
      </div>
    </section>
  )
}

interface LookToBeginProps {
  country: Country
  tags: readonly LookTag[]
  onChange: (tags: LookTag[]) => void
}

/** The look of a search that is not made yet, folded away; a browser without script chooses it once the quotes are there. */
export function LookToBegin({ country, tags, onChange }: LookToBeginProps) {
  const t = reader(lookWords, country)
  return (
    <details className="with-script">
      <summary className="link tap-target">{t('look.title')}</summary>
      <div className="card pad-24 stack">
        <p className="small muted">
          {t('look.text')} {t('look.private')}
        </p>
        <TagChoice country={country} chosen={tags} onChange={onChange} />
      </div>
    </details>
  )
}
