import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Block, Inline } from '#contract/content/texts.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Helped } from './helped.tsx'
import styles from './blocks.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import tableStyles from '#web/ui/table.module.css'

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

/** The blocks of a reading page below its title; with `asking` each answer asks whether it helped. */
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
          <summary>{block.question}</summary>
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
          <table className={tableStyles.table}>
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

/** A stretch of text without its marks. */
export const plain = (parts: readonly Inline[] = []): string =>
  parts
    .map((part) =>
      typeof part === 'string' ? part : 'strong' in part ? part.strong : 'em' in part ? part.em : part.link,
    )
    .join('')

/** A table's name: its columns and its first row, since two tables of a page may have the same columns. */
const labelOf = (table: Extract<Block, { kind: 'table' }>): string =>
  `${table.head.map(plain).join(', ')}: ${plain(table.rows[0]?.[0])}`
