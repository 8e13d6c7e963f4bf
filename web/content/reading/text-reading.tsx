import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TextPage } from '#contract/content/texts.ts'
import { reader } from '#contract/words.ts'
import { useSite } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { HelpSearch } from './help-search.tsx'
import { ReadingColumn } from './reading-column.tsx'
import { helpWords, readingWords } from './words.ts'

const t = reader(readingWords)
const h = reader(helpWords)

/** A text page: its words, and around the help page its search and the ways to reach the team. */
export function TextReading({ page, children }: { page: TextPage; children?: ReactNode }) {
  const isHelp = page.slug === 'help'
  const path = `/content/${page.slug}`
  return (
    <ReadingColumn
      page={page}
      asking={isHelp}
      above={
        page.version?.past && (
          <Note kind="info">
            {t('reading.version.past', { version: page.version.name })}{' '}
            <Link to={path}>{t('reading.version.now')}</Link>
          </Note>
        )
      }
      below={
        <>
          {isHelp && <WriteToUs />}
          {page.version && !leadsTo(page, `${path}/versions`) && (
            <p>
              <Link to={`${path}/versions`}>{t('reading.versions')}</Link>
            </p>
          )}
        </>
      }>
      {isHelp && <HelpSearch />}
      {children}
    </ReadingColumn>
  )
}

const leadsTo = ({ blocks }: TextPage, path: string): boolean =>
  blocks.some(
    (block) =>
      block.kind === 'paragraph' &&
      block.text.some((part) => typeof part === 'object' && 'to' in part && part.to === path),
  )

function WriteToUs() {
  const email = useSite()?.business.supportEmail
  return email ? (
    <div>
      <ButtonLink kind="secondary" to={`mailto:${email}`}>
        {h('help.write')}
      </ButtonLink>
    </div>
  ) : null
}
