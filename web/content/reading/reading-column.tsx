import type { ReactNode } from 'react'
import { date } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { Blocks } from './blocks.tsx'
import type { Block } from './markdown.ts'
import '#web/ui/styles/tables.css'
import '#web/ui/styles/reading.css'

const w = reader(sharedWords)

interface ReadingColumnProps {
  page: { updated: string; blocks: readonly Block[] }
  /** What stands between the introduction and the text. */
  children?: ReactNode
}

/** A title, a reading column of 66 characters, and the contents beside it; folded on phones. */
export function ReadingColumn({ page, children }: ReadingColumnProps) {
  const title = page.blocks.find((block) => block.kind === 'title')
  const first = page.blocks.findIndex((block) => block.kind === 'heading' || block.kind === 'subheading')
  const intro = page.blocks.slice(0, first < 0 ? page.blocks.length : first)
  const rest = first < 0 ? [] : page.blocks.slice(first)
  const headings = rest.flatMap((block) => (block.kind === 'heading' || block.kind === 'subheading' ? [block] : []))
  return (
    <main id="main" tabIndex={-1} className="wrap reading">
      <h1 className="d1">{title?.kind === 'title' ? title.text : ''}</h1>
      {headings.length > 2 && (
        <>
          <details className="toc only-m">
            <summary className="b">Contents</summary>
            <Contents headings={headings} />
          </details>
          <div className="toc only-d">
            <Contents headings={headings} />
          </div>
        </>
      )}
      <div className="reading-text">
        <Blocks blocks={intro} />
        {children}
        <Blocks blocks={rest} />
        <p className="small hint">{w('word.updated', { date: date(page.updated, 'GB') })}</p>
      </div>
    </main>
  )
}

function Contents({ headings }: { headings: readonly { text: string; id: string }[] }) {
  return (
    <nav aria-label="Contents">
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
