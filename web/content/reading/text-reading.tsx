import { Mail, Phone, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Block, TextPage } from '#contract/content/texts.ts'
import { formatDate } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { getSitePicture, type SitePictureName } from '#web/content/site-pictures.ts'
import contentStyles from '#web/content/content.module.css'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { useSite } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Blocks, helpMessages, readingMessages } from './blocks.tsx'
import styles from './text-reading.module.css'

const t = createTranslator(readingMessages)
const h = createTranslator(helpMessages)

/** Pictures beside the text; the one of the help page is for wide screens only. */
const pictures: Readonly<Partial<Record<string, SitePictureName>>> = { about: 'lesson-5', help: 'lesson-2' }

/** A text page; the help page also has search and contact. */
export function TextReading({ page, children }: { page: TextPage; children?: ReactNode }) {
  const isHelp = page.slug === 'help'
  const picture = pictures[page.slug]
  const path = `/content/${page.slug}`
  return (
    <ReadingColumn
      page={page}
      asking={isHelp}
      beside={
        picture && (
          <Pan {...getSitePicture(picture)} alt="" className={joinClasses(styles.picture, isHelp && 'wide-only')} />
        )
      }
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
          {page.version && !leadsTo(page, `${path}/versions`) && (
            <p>
              <Link to={`${path}/versions`}>{t('reading.versions')}</Link>
            </p>
          )}
          <ContactUs isHelp={isHelp} />
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

/** The ways to reach us: by email, by phone, from a booking, or through the help page. */
function ContactUs({ isHelp }: { isHelp: boolean }) {
  const business = useSite()?.business
  return (
    <aside className={joinClasses('card pad-24 stack gap-12 no-print', styles.contact)} aria-labelledby="contact">
      <h2 className="heading-3" id="contact">
        {h('help.contact')}
      </h2>
      <p>
        {h('help.contact.text')} {business?.supportEmail && h('help.contact.write')}
      </p>
      <div className="row gap-8 wrapping">
        {business?.supportEmail && (
          <ButtonLink to={`mailto:${business.supportEmail}`}>
            <Mail className="icon" aria-hidden="true" />
            {h('help.write')}
          </ButtonLink>
        )}
        {business?.supportPhone && (
          <ButtonLink kind="secondary" to={`tel:${business.supportPhone.replaceAll(' ', '')}`}>
            <Phone className="icon" aria-hidden="true" />
            {business.supportPhone}
          </ButtonLink>
        )}
        <ButtonLink kind="secondary" to={isHelp ? '/customer-dashboard' : '/content/help'}>
          {h(isHelp ? 'help.bookings' : 'help.topics')}
        </ButtonLink>
      </div>
    </aside>
  )
}

const tHelp = createTranslator(helpMessages)

function HelpSearch() {
  const [found, setFound] = useState<{ count: number; text: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = (typed: string) => {
    const wanted = typed.trim().toLowerCase()
    const asked = wanted.length >= 2
    let count = 0
    let heading: HTMLElement | null = null
    for (const part of document.querySelectorAll<HTMLElement>('[data-reading] > h2, [data-reading] > details')) {
      if (part instanceof HTMLDetailsElement) {
        const matches = !asked || wordsOf(part).includes(wanted)
        part.hidden = !matches
        part.open = matches && asked
        if (!matches) continue
        count++
        if (heading) heading.hidden = false
      } else {
        heading = part
        part.hidden = asked
      }
    }
    setFound(asked ? { count, text: typed.trim() } : null)
  }
  // Applies text typed before hydration.
  const first = useRef(search)
  useEffect(() => {
    if (field.current?.value) first.current(field.current.value)
  }, [])
  return (
    <div className="stack gap-8" role="search">
      <TextField
        ref={field}
        label={tHelp('help.search')}
        type="search"
        defaultValue=""
        onInput={(event) => search(event.currentTarget.value)}
        prefix={<Search className="icon" aria-hidden="true" />}
      />
      <p className="small muted" role="status">
        {found &&
          (found.count === 0 ? tHelp('help.none', { text: found.text }) : tHelp('help.found', { n: found.count }))}
      </p>
    </div>
  )
}

// Returns question and answer without feedback controls.
const wordsOf = (topic: HTMLElement): string =>
  `${topic.querySelector('summary')?.textContent} ${topic.querySelector('p')?.textContent}`.toLowerCase()

const w = createTranslator(sharedMessages)

interface ReadingColumnProps {
  page: { updated: string; blocks: readonly Block[] }
  above?: ReactNode
  children?: ReactNode
  below?: ReactNode
  asking?: boolean
  beside?: ReactNode
}

/** Title, a 66-character column, and a table of contents; collapsed on phones. */
function ReadingColumn({ page, above, children, below, asking, beside }: ReadingColumnProps) {
  const country = usePageCountry()
  const title = page.blocks.find((block) => block.kind === 'title')
  const first = page.blocks.findIndex((block) => block.kind === 'heading' || block.kind === 'subheading')
  const intro = page.blocks.slice(0, first < 0 ? page.blocks.length : first)
  const rest = first < 0 ? [] : page.blocks.slice(first)
  const headings = rest.flatMap((block) => (block.kind === 'heading' ? [block] : []))
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', contentStyles.reading)}>
      <h1 className="heading-1">{title?.text ?? ''}</h1>
      {beside}
      {headings.length > 2 && (
        <>
          <details className={joinClasses('narrow-only', styles.contents)}>
            <summary>{t('reading.contents')}</summary>
            <Contents headings={headings} />
          </details>
          <div className={joinClasses('wide-only', styles.contents)}>
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
        {page.updated && <p className="small hint">{w('word.updated', { date: formatDate(page.updated, country) })}</p>}
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
