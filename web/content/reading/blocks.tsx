import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Block, Inline } from './markdown.ts'

function Text({ of }: { of: readonly Inline[] }) {
  return of.map((part, index) => {
    if (typeof part === 'string') return <Fragment key={index}>{part}</Fragment>
    if ('strong' in part) return <strong key={index}>{part.strong}</strong>
    return (
      <Link key={index} to={part.to}>
        {part.link}
      </Link>
    )
  })
}

/** The blocks of a reading page below its title. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />)
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'title':
      return null
    case 'heading':
      return (
        <h2 id={block.id} className="d3">
          {block.text}
        </h2>
      )
    case 'subheading':
      return (
        <h2 id={block.id} className="d3">
          {block.text}
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <Text of={block.text} />
        </p>
      )
    case 'question':
      return (
        <details id={block.id} className="topic">
          <summary>{block.question}</summary>
          <p>
            <Text of={block.answer} />
          </p>
        </details>
      )
    case 'list':
      return (
        <ul className="bullets">
          {block.items.map((item, i) => (
            <li key={i}>
              <Text of={item} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return (
        <div className="tblw" tabIndex={0} role="region" aria-label={labelOf(block)}>
          <table className="tbl">
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

/** A table's name: its columns and its first row, since two tables of a page may have the same columns. */
function labelOf(table: Extract<Block, { kind: 'table' }>): string {
  const plain = (cell: readonly Inline[] = []) => cell.map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : part.link)).join('')
  return `${table.head.map(plain).join(', ')}: ${plain(table.rows[0]?.[0])}`
}
