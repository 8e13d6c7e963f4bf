import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { Block, Inline } from '#contract/content/texts.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import { Picture } from '#web/ui/pictures/picture.tsx'
import tableStyles from '#web/ui/table.module.css'
import styles from './blocks.module.css'

function Text({ of }: { of: readonly Inline[] }) {
  return of.map((part, index) => {
    if (typeof part === 'string') return <Fragment key={index}>{part}</Fragment>
    if ('strong' in part) return <strong key={index}>{part.strong}</strong>
    if ('em' in part) return <em key={index}>{part.em}</em>
    return (
      <Link key={index} to={part.to}>
        {part.link}
      </Link>
    )
  })
}

/** Blocks of a text page; with `asking` each answer has a feedback question. */
export function Blocks({ blocks, asking = false }: { blocks: readonly Block[]; asking?: boolean }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} asking={asking} />)
}

function OneBlock({ block, asking }: { block: Block; asking: boolean }) {
  switch (block.kind) {
    case 'title':
      return null
    case 'heading':
      return (
        <h2 id={block.id} className="heading-3">
          {block.text}
        </h2>
      )
    case 'subheading':
      return (
        <h3 id={block.id} className="title">
          {block.text}
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Text of={block.text} />
        </p>
      )
    case 'question':
      return (
        <details id={block.id} className={styles.topic}>
          <summary className="summary-row">{block.question}</summary>
          <p>
            <Text of={block.answer} />
          </p>
          {asking && <Helped topic={block.id} question={block.question} />}
        </details>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List className={block.ordered ? 'bullets numbered' : 'bullets'}>
          {block.items.map((item, i) => (
            <li key={i}>
              <Text of={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'picture':
      return (
        <div className={pictureStyles.frame}>
          <Picture src={block.src} alt={block.alt} width={960} height={640} />
        </div>
      )
    case 'table':
      return (
        <div className={tableStyles.tableScroll} tabIndex={0} role="region" aria-label={labelOf(block)}>
          <table className={joinClasses(tableStyles.table, hasLongMiddle(block) && styles.longMiddle)}>
            <thead>
              <tr>
                {block.head.map((cell, i) => (
                  <th key={i} scope="col">
                    <Text of={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, j) => (
                    <td key={j}>
                      <Text of={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}

/** Returns whether the middle of three columns is text, which is too narrow beside the others on phones. */
const hasLongMiddle = ({ head, rows }: Extract<Block, { kind: 'table' }>): boolean =>
  head.length === 3 && rows.some((row) => toPlainText(row[1]).length > 60)

/** Returns the text without formatting. */
export const toPlainText = (parts: readonly Inline[] = []): string =>
  parts
    .map((part) =>
      typeof part === 'string' ? part : 'strong' in part ? part.strong : 'em' in part ? part.em : part.link,
    )
    .join('')

/** Returns a table's accessible name: columns and first row, because columns may repeat. */
const labelOf = (table: Extract<Block, { kind: 'table' }>): string =>
  `${table.head.map(toPlainText).join(', ')}: ${toPlainText(table.rows[0]?.[0])}`

export const readingMessages = defineMessages({
  'reading.contents': 'Contents',
  'reading.versions': 'Versions of this text',
  'reading.version': 'Version {version}, in force from {date}',
  'reading.version.current': 'current version',
  'reading.version.past': 'This is version {version}. It is no longer in force.',
  'reading.version.now': 'See the current version',
  'reading.versions.title': '{title}: versions',
  'reading.versions.text': 'All versions that have been in force, newest first.',
})

export const helpMessages = defineMessages({
  'help.search': 'How can we help?',
  'help.found': '{n, plural, one {1 topic} other {{n} topics}}',
  'help.none': "No topic matches ''{text}'. Try one word, or contact us.",
  'help.useful': 'Did this help?',
  'help.useful.yes': 'Yes',
  'help.useful.no': 'No',
  'help.useful.thanks': 'Thank you.',
  'help.contact': 'Still need help?',
  'help.contact.text': 'To change, cancel or report a problem with a booking, open it in your dashboard.',
  'help.contact.write': 'You can also write to us.',
  'help.write': 'Contact us',
  'help.topics': 'Help topics',
  'help.bookings': 'Your bookings',
})

const t = createTranslator(helpMessages)

function Helped({ topic, question }: { topic: string; question: string }) {
  const [state, setState] = useState<'asking' | 'sending' | 'thanked'>('asking')
  const say = async (useful: boolean) => {
    setState('sending')
    try {
      await browserApi().texts.rateHelp({ topic, useful })
      setState('thanked')
    } catch {
      setState('asking')
    }
  }
  return (
    <div
      className={joinClasses('row gap-8 wrapping', styles.helped)}
      role="group"
      aria-label={`${t('help.useful')} ${question}`}>
      <span className="small muted" role="status">
        {t(state === 'thanked' ? 'help.useful.thanks' : 'help.useful')}
      </span>
      {state !== 'thanked' && (
        <>
          <Button kind="quiet" disabled={state === 'sending'} onClick={() => say(true)}>
            {t('help.useful.yes')}
          </Button>
          <Button kind="quiet" disabled={state === 'sending'} onClick={() => say(false)}>
            {t('help.useful.no')}
          </Button>
        </>
      )}
    </div>
  )
}
