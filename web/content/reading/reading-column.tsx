import type { ReactNode } from 'react'
import { date } from '#contract/format.ts'
import type { Block } from '#contract/content/texts.ts'
import { reader } from '#contract/words.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { Blocks } from './blocks.tsx'
import { readingWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import contentStyles from '#web/content/content.module.css'
import styles from './reading-column.module.css'

const w = reader(sharedWords)
const t = reader(readingWords)

interface ReadingColumnProps {
  page: { updated: string; blocks: readonly Block[] }
  /** What stands above the introduction. */
  above?: ReactNode
  /** What stands between the introduction and the text. */
  children?: ReactNode
  /** What stands below the text. */
  below?: ReactNode
  /** Each answer asks whether it helped. */
  asking?: boolean
}

/** A title, a reading column of 66 characters, and the contents beside it; folded on phones. */
export function ReadingColumn({ page, above, children, below, asking }: ReadingColumnProps) {
  const country = usePageCountry()
  const title = page.blocks.find((block) => block.kind === 'title')
  const first = page.blocks.findIndex((block) => block.kind === 'heading' || block.kind === 'subheading')
  const intro = page.blocks.slice(0, first < 0 ? page.blocks.length : first)
  const rest = first < 0 ? [] : page.blocks.slice(first)
  const headings = rest.flatMap((block) => (block.kind === 'heading' ? [block] : []))
  return (
    <main id="main" tabIndex={-1} className={classes('page-width', contentStyles.reading)}>
      <h1 className="heading-1">{title?.text ?? ''}</h1>
      {headings.length > 2 && (
        <>
          <details className={classes('narrow-only', styles.contents)}>
            <summary className="bold">{t('reading.contents')}</summary>
            <Contents headings={headings} />
          </details>
          <div className={classes('wide-only', styles.contents)}>
            <Contents headings={headings} />
          </div>
        </>
      )}
      <div className={contentStyles.readingText} data-reading>
        {above}
        <Blocks blocks={intro} />
        {children}
        <Blocks blocks={rest} asking={asking} />
        {below}
        {page.updated && <p className="small hint">{w('word.updated', { date: date(page.updated, country) })}</p>}
      </div>
    </main>
  )
}

function Contents({ headings }: { headings: readonly { text: string; id: string }[] }) {
  return (
    <nav aria-label={t('reading.contents')}>
      <ul>
        {headings.map((heading) => (
          <li key={heading.id}>
            <a href={`#${heading.id}`}>{heading.text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
