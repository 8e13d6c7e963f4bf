import { getLanguage } from '#contract/i18n/language.ts'
import { Body, Button, Column, Container, Head, Html, Link, Preview, Row, Section, Text } from '@react-email/components'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Extra content of a mail. The JSON-LD (schema.org) is for mail clients. */
export type MailFacts = {
  rows: readonly { label: string; value: string }[]
  calendars?: readonly { label: string; href: string }[]
  data?: object
}

type Parts = {
  subject: string
  preview: string
  hello: string
  body: string
  facts?: MailFacts | undefined
  button: string | null
  link: string | null
  feet: readonly string[]
  stop: { label: string; href: string } | null
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

/** Uses tables, inline styles and padded buttons, because Outlook renders with Word's engine. */
export function drawMail({ subject, preview, hello, body, facts, button, link, feet, stop, publicUrl }: Parts): string {
  const page = h(
    Html,
    { lang: getLanguage() },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, subject),
      h('style', { dangerouslySetInnerHTML: { __html: dark } }),
      facts?.data &&
        h('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: asScript(facts.data) } }),
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
          stop &&
            h(
              Text,
              { className: 'soft', style: soft },
              h(
                Link,
                { href: stop.href, className: 'soft', style: { color: '#5a4b53', textDecoration: 'underline' } },
                stop.label,
              ),
            ),
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

function table({ rows, calendars = [] }: MailFacts): ReactNode {
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

const asScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
