import { Link } from 'react-router'
import { date } from '#contract/format.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { texts } from '#contract/content/texts.ts'
import { reader } from '#contract/words.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { readingWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import contentStyles from '#web/content/content.module.css'

const t = reader(readingWords)

/** The versions of a text that people accept, newest first. */
export function TextVersions({ slug, title, versions }: { slug: string } & OutputOf<typeof texts.versions>) {
  const country = usePageCountry()
  return (
    <main id="main" tabIndex={-1} className={classes('page-width', contentStyles.reading)}>
      <h1 className="heading-1">{t('reading.versions.title', { title })}</h1>
      <div className={contentStyles.readingText} data-reading>
        <p>{t('reading.versions.text')}</p>
        <ul className="bullets">
          {versions.map(({ name, from, past }) => (
            <li key={name}>
              <Link to={past ? `/content/${slug}/versions/${name}` : `/content/${slug}`}>
                {t('reading.version', { version: name, date: date(from, country) })}
              </Link>
              {!past && `, ${t('reading.version.current')}`}
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
