import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Html,
  Link,
  Preview,
  renderWhiteSpace,
  Row,
  Section,
  Text,
} from '@react-email/components'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Extra content of a mail. The JSON-LD (schema.org) is for mail clients. */
export type MailFacts = {
  rows: readonly { label: string; value: string }[]
  map?: { src: string; alt: string } | null
  calendars?: readonly { label: string; href: string }[]
  data?: object
}

/** The preview component of the library cuts longer texts. */
const PREVIEW_LENGTH = 150

type Parts = {
  subject: string
  preview: string
  hello: string
  body: string
  facts?: MailFacts | undefined
  button: string | null
  link: string | null
  feet: readonly string[]
  publicUrl: string
}

const face = 'Figtree,Arial,sans-serif'
const ink: CSSProperties = { margin: '0 0 16px', fontFamily: face, fontSize: 16, lineHeight: '24px', color: '#26161f' }
const soft: CSSProperties = { ...ink, margin: '0 0 8px', fontSize: 13, lineHeight: '19px', color: '#5a4b53' }
const breaks = { overflowWrap: 'anywhere' } as const

// Dark mode uses classes, for mail clients that support them; others use the inline styles.
const dark = `@media (prefers-color-scheme: dark) {
  .canvas, .canvas > table > tbody > tr > td { background-color: #140b10 !important } .card { background-color: #1f141a !important } .ink { color: #f3efea !important } .soft { color: #c2b9b2 !important } .line { border-color: #4a3a42 !important }
}`

// Private-use characters around the number of a text.
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const MARK = /\ue000(\d+)\ue001/

type Layout = readonly (string | number)[]
const layouts = new Map<string, Layout>()

/**
 * Draws a mail. React renders the layout of each shape once, with a mark for each text. Later mails of the shape only
 * fill in their texts.
 */
export function drawMail(parts: Parts): string {
  const { facts, button, link, feet } = parts
  const shape = [
    facts ? facts.rows.length : 'none',
    Boolean(facts?.map),
    facts?.calendars?.length ?? 0,
    Boolean(facts?.data),
    Boolean(button),
    Boolean(link),
    feet.length,
  ].join()
  const layout = layouts.get(shape) ?? createLayout(shape, parts)
  const texts: string[] = []
  mapTexts(parts, (text) => {
    texts.push(escapeHtml(text))
    return text
  })
  // These three are not escaped, or not copied whole.
  const shown = parts.preview.substring(0, PREVIEW_LENGTH)
  texts.push(escapeHtml(shown), getFiller(shown.length), asScript(facts?.data ?? {}))
  return layout.map((piece) => (typeof piece === 'number' ? texts[piece] : piece)).join('')
}

function createLayout(shape: string, parts: Parts): Layout {
  let count = 0
  const mark = () => `${OPEN}${count++}${CLOSE}`
  const marked = mapTexts(parts, mark)
  const [preview, filler, data] = [mark(), mark(), mark()]
  const html = renderMail({ ...marked, preview, data: parts.facts?.data && data }).replace(
    getFiller(preview.length),
    filler,
  )
  const layout = html.split(MARK).map((piece, n) => (n % 2 ? Number(piece) : piece))
  layouts.set(shape, layout)
  return layout
}

const fillers: string[] = []
/** The invisible characters that keep mail clients from showing more of the mail after a short preview. */
const getFiller = (length: number): string =>
  (fillers[length] ??= renderToStaticMarkup(renderWhiteSpace(' '.repeat(length))))

/** Replaces the texts of a mail, always in the same order. */
const mapTexts = (parts: Parts, replace: (text: string) => string) => ({
  subject: replace(parts.subject),
  hello: replace(parts.hello),
  body: replace(parts.body),
  facts: parts.facts && {
    rows: parts.facts.rows.map(({ label, value }) => ({ label: replace(label), value: replace(value) })),
    map: parts.facts.map && { src: replace(parts.facts.map.src), alt: replace(parts.facts.map.alt) },
    calendars: parts.facts.calendars?.map(({ label, href }) => ({ label: replace(label), href: replace(href) })) ?? [],
  },
  button: parts.button && replace(parts.button),
  link: parts.link && replace(parts.link),
  feet: parts.feet.map(replace),
  publicUrl: replace(parts.publicUrl),
})

/** Draws a mail without its cached layout. */
export const renderMailOnce = (parts: Parts): string =>
  renderMail({ ...parts, data: parts.facts?.data && asScript(parts.facts.data) })

type Texts = Parts & { data: string | undefined }

/** Uses tables, inline styles and padded buttons, because Outlook renders with Word's engine. */
function renderMail({ subject, preview, hello, body, facts, data, button, link, feet, publicUrl }: Texts): string {
  const page = h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, subject),
      h('style', { dangerouslySetInnerHTML: { __html: dark } }),
      data && h('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: data } }),
    ),
    h(
      Body,
      { className: 'canvas', style: { margin: 0, padding: 0, backgroundColor: '#fcfaf7' } },
      h(Preview, null, preview),
      h(
        Container,
        { style: { maxWidth: 560, padding: 16 } },
        masthead(publicUrl),
        h(
          Section,
          { className: 'card', style: { backgroundColor: '#ffffff', borderRadius: '0 0 14px 14px', padding: 24 } },
          h(Text, { className: 'ink', style: ink }, hello),
          h(Text, { className: 'ink', style: { ...ink, ...breaks, margin: '0 0 24px' } }, body),
          facts && table(facts),
          button && link && act(button, link),
          h(Text, { className: 'ink', style: { ...ink, margin: 0 } }, 'Primp'),
        ),
        h(
          Section,
          { style: { padding: '16px 24px' } },
          feet.map((line) => h(Text, { key: line, className: 'soft', style: { ...soft, ...breaks } }, line)),
        ),
      ),
    ),
  )
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`
}

const masthead = (publicUrl: string): ReactNode =>
  h(
    Section,
    { style: { backgroundColor: '#4d1534', borderRadius: '14px 14px 0 0', padding: '20px 24px' } },
    h(
      Link,
      {
        href: `${publicUrl}/`,
        style: {
          fontFamily: "'Bricolage Grotesque',Verdana,sans-serif",
          fontSize: 24,
          fontWeight: 700,
          color: '#f8f3eb',
          textDecoration: 'none',
        },
      },
      h('span', { style: { color: '#fcb530' } }, '●'),
      ' Primp',
    ),
  )

const act = (label: string, link: string): ReactNode => [
  h(
    Section,
    { key: 'act', style: { paddingBottom: 24 } },
    h(
      Button,
      {
        href: link,
        style: {
          backgroundColor: '#fcb530',
          color: '#26161f',
          fontFamily: face,
          fontSize: 16,
          fontWeight: 700,
          lineHeight: '20px',
          padding: '14px 22px',
          borderRadius: 10,
        },
      },
      label,
    ),
  ),
  h(
    Text,
    { key: 'link', className: 'soft', style: { ...soft, ...breaks, margin: '0 0 24px', wordBreak: 'break-all' } },
    link,
  ),
]

const cell: CSSProperties = { padding: '8px 0', verticalAlign: 'top' }
const line = { borderTop: '1px solid #e6dcd3' }

function table({ rows, map, calendars = [] }: MailFacts): ReactNode {
  return [
    ...rows.map(({ label, value }) =>
      h(
        Section,
        { key: label, className: 'line', style: line },
        h(
          Row,
          null,
          h(
            Column,
            { style: { ...cell, width: '38%' } },
            h(Text, { className: 'soft', style: { ...soft, margin: 0 } }, label),
          ),
          h(
            Column,
            { style: cell },
            h(Text, { className: 'ink', style: { ...ink, ...breaks, margin: 0, fontWeight: 700 } }, value),
          ),
        ),
      ),
    ),
    map &&
      h(
        Section,
        { key: 'map', style: { paddingTop: 8 } },
        h('img', {
          src: map.src,
          alt: map.alt,
          // Prevents a preload hint in the head.
          loading: 'lazy',
          width: 512,
          style: { display: 'block', width: '100%', maxWidth: 512, borderRadius: 10, border: 0 },
        }),
      ),
    calendars.length > 0 &&
      h(
        Text,
        { key: 'calendars', className: 'soft', style: { ...soft, fontSize: 14, margin: '16px 0 24px' } },
        calendars.map(({ label, href }, i) => [
          i > 0 && ' · ',
          h(
            Link,
            { key: href, href, className: 'ink', style: { color: '#26161f', textDecoration: 'underline' } },
            label,
          ),
        ]),
      ),
  ]
}

const entities: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}
const escapeHtml = (text: string): string => text.replace(/["&'<>]/g, (character) => entities[character] ?? '')

const asScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
