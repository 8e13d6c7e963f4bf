/** A stretch of text: plain, strong, or leading somewhere. */
export type Inline = string | { strong: string } | { link: string; to: string }

export type Block =
  | { kind: 'title' | 'heading' | 'subheading'; text: string; id: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'question'; question: string; answer: Inline[]; id: string }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** Words of a heading as they stand in an address. */
export const anchor = (text: string): string =>
  text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')

// To a path or place of this site, or openly elsewhere; anything else stays the text it is.
const leads = /^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)/i

/** Strong words and links inside a text. */
export function inlines(text: string): Inline[] {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).filter(Boolean).map((part) => {
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
    if (link && leads.test(link[2] ?? '')) return { link: link[1] ?? '', to: link[2] ?? '' }
    const strong = /^\*\*([^*]+)\*\*$/.exec(part)
    return strong ? { strong: strong[1] ?? '' } : part
  })
}

const cells = (row: string): Inline[][] => row.replace(/^\||\|$/g, '').split('|').map((cell) => inlines(cell.trim()))

/** The blocks of a page written in the small part of Markdown that the site's texts use. */
export function blocksOf(source: string): Block[] {
  const parts: string[] = []
  for (const part of source.split(/\n{2,}/)) {
    let before = ''
    for (const line of part.trim().split('\n')) {
      const kind = kindOf(line)
      const goesOn = before !== '' && kind === before && kind !== 'heading'
      if (goesOn) parts.push(`${parts.pop()}\n${line}`)
      else parts.push(line)
      before = kind
    }
  }
  return parts.filter(Boolean).map(blockOf)
}

const kindOf = (line: string): string => {
  if (line.startsWith('#')) return 'heading'
  if (line.startsWith('- ')) return 'list'
  return line.startsWith('|') ? 'table' : 'text'
}

function blockOf(part: string): Block {
  const heading = /^(#{1,3}) (.+)$/.exec(part)
  if (heading) {
    const kinds = ['title', 'heading', 'subheading'] as const
    const text = heading[2] ?? ''
    return { kind: kinds[(heading[1]?.length ?? 1) - 1] ?? 'subheading', text, id: anchor(text) }
  }
  const lines = part.split('\n')
  if (lines.every((line) => line.startsWith('- '))) return { kind: 'list', items: lines.map((line) => inlines(line.slice(2))) }
  if (lines.every((line) => line.startsWith('|'))) return { kind: 'table', head: cells(lines[0] ?? ''), rows: lines.slice(2).map(cells) }
  const question = /^\*\*(?:\d+\. (.+)|(.+\?))\*\*$/.exec(lines[0] ?? '')
  if (question && lines.length > 1) {
    const asked = question[1] ?? question[2] ?? ''
    return { kind: 'question', question: asked, answer: inlines(lines.slice(1).join(' ')), id: anchor(asked) }
  }
  return { kind: 'paragraph', text: inlines(lines.join(' ')) }
}
