import type { Nodes, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Block, Inline } from '#contract/content/texts.ts'
import { markOptionalParts } from '#contract/templates.ts'
import { hasValue, formatTemplate } from '#contract/templates.ts'
import type { Values } from '#contract/i18n/messages.ts'

export type Problem = { line: number; message: string }
type Reading = { blocks: Block[]; problems: Problem[]; links: { to: string; line: number }[] }

export const slugifyHeading = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

// Allowed link targets: site paths, anchors, https, mail and phone.
const leads = /^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)/i

const names: Partial<Record<Nodes['type'], string>> = {
  html: 'HTML',
  code: 'a block of code',
  inlineCode: 'code',
  blockquote: 'a quotation',
  thematicBreak: 'a horizontal line',
  definition: 'a list of addresses',
  linkReference: 'a link without its address next to it',
  imageReference: 'a picture without its address next to it',
}

export function readMarkdown(source: string): Reading {
  const tree: Root = fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  const reader = new Reader()
  for (const node of tree.children) reader.block(node)
  reader.headings(tree)
  const problems = [
    ...new Map(reader.problems.map((problem) => [`${problem.line} ${problem.message}`, problem])).values(),
  ]
  return { blocks: reader.blocks, problems: problems.toSorted((a, b) => a.line - b.line), links: reader.links }
}

const lineOf = (node: Nodes): number => node.position?.start.line ?? 1

class Reader {
  readonly blocks: Block[] = []
  readonly problems: Problem[] = []
  readonly links: { to: string; line: number }[] = []

  #refuse(node: Nodes): void {
    this.problems.push({ line: lineOf(node), message: `${names[node.type] ?? node.type} is not allowed on a page.` })
  }

  block(node: RootContent): void {
    switch (node.type) {
      case 'heading': {
        const text = stripMarks(this.text(node.children))
        if (node.depth === 1) this.blocks.push({ kind: 'title', text })
        else this.blocks.push({ kind: node.depth === 2 ? 'heading' : 'subheading', text, id: slugifyHeading(text) })
        return
      }
      case 'paragraph':
        this.blocks.push(this.#paragraph(node.children))
        return
      case 'list': {
        const items = node.children.map((item) => {
          const [only, ...more] = item.children
          for (const other of only?.type === 'paragraph' ? more : item.children)
            this.problems.push({ line: lineOf(other), message: 'Each list item has to be a single paragraph.' })
          return only?.type === 'paragraph' ? this.text(only.children) : []
        })
        this.blocks.push({ kind: 'list', ordered: node.ordered === true, items })
        return
      }
      case 'table':
        this.#table(node)
        return
      default:
        this.#refuse(node)
    }
  }

  // A question is a bold line followed by its answer; a picture is alone in its paragraph.
  #paragraph(children: readonly PhrasingContent[]): Block {
    const [first, second] = children
    if (first?.type === 'image' && children.length === 1) return this.#picture(first)
    const asked =
      first?.type === 'strong' && second?.type === 'text' && /^ *\n/.test(second.value)
        ? stripMarks(this.text(first.children))
        : ''
    const question = /^(?:\d+\. (.+)|(.+\?))$/.exec(asked)
    if (!question) return { kind: 'paragraph', text: this.text(children) }
    const said = question[1] ?? question[2] ?? ''
    return { kind: 'question', question: said, answer: trimmed(this.text(children.slice(1))), id: slugifyHeading(said) }
  }

  #picture(node: Extract<PhrasingContent, { type: 'image' }>): Block {
    if (!/^\/pictures\/[\w./-]+(\?th=[\w-]*)?$/.test(node.url))
      this.problems.push({
        line: lineOf(node),
        message: 'Use a picture of this site, with an address that begins with /pictures/.',
      })
    if (!node.alt)
      this.problems.push({ line: lineOf(node), message: 'Describe the picture between the square brackets.' })
    return { kind: 'picture', src: node.url, alt: node.alt ?? '' }
  }

  #table(node: Table): void {
    const rows = node.children.map((row) => row.children.map((cell) => this.text(cell.children)))
    const [head = [], ...body] = rows
    for (const [index, row] of body.entries()) {
      if (row.length > head.length)
        this.problems.push({
          line: lineOf(node.children[index + 1] ?? node),
          message: 'This row has more cells than the table has columns.',
        })
    }
    this.blocks.push({ kind: 'table', head, rows: body.map((row) => head.map((_, at) => row[at] ?? [])) })
  }

  text(children: readonly PhrasingContent[]): Inline[] {
    const parts = children.flatMap((node): Inline[] => {
      switch (node.type) {
        case 'text':
          return [unwrapped(node.value)]
        case 'break':
          return [' ']
        case 'strong':
          return [{ strong: stripMarks(this.text(node.children)) }]
        case 'emphasis':
          return [{ em: stripMarks(this.text(node.children)) }]
        case 'link': {
          const text = stripMarks(this.text(node.children))
          this.links.push({ to: node.url, line: lineOf(node) })
          if (/[{}]|%7[bd]/i.test(node.url))
            this.problems.push({ line: lineOf(node), message: 'A placeholder cannot be part of an address.' })
          if (!leads.test(node.url))
            this.problems.push({
              line: lineOf(node),
              message: `'${node.url.slice(0, 60)}' is not an allowed address. Start with /, #, https:, mailto: or tel:.`,
            })
          return leads.test(node.url) ? [{ link: text, to: node.url }] : [text]
        }
        default:
          if (node.type === 'image')
            this.problems.push({ line: lineOf(node), message: 'Put each picture in its own paragraph.' })
          else this.#refuse(node)
          return []
      }
    })
    return joined(parts)
  }

  /** Throws unless there is one title at the top and no skipped heading level. */
  headings(tree: Root): void {
    const all = tree.children.filter((node) => node.type === 'heading')
    if (tree.children[0]?.type !== 'heading' || tree.children[0].depth !== 1)
      this.problems.push({ line: 1, message: 'A page begins with its title: # and the text.' })
    let before = 0
    for (const [index, node] of all.entries()) {
      if (node.depth === 1 && index > 0)
        this.problems.push({ line: lineOf(node), message: 'A page has one title. Use ## for a section.' })
      if (node.depth > 3)
        this.problems.push({ line: lineOf(node), message: 'Headings can have at most three levels (###).' })
      else if (node.depth > before + 1 && before > 0)
        this.problems.push({
          line: lineOf(node),
          message: `This heading skips a level: use ${'#'.repeat(before + 1)}.`,
        })
      before = node.depth
    }
    const ids = new Set<string>()
    for (const block of this.blocks) {
      if (!('id' in block)) continue
      if (block.id === '') this.problems.push({ line: 1, message: 'A heading or question needs letters.' })
      else if (ids.has(block.id))
        this.problems.push({
          line: 1,
          message: `Two headings or questions say '${'text' in block ? block.text : block.question}'. Each one has to be different.`,
        })
      ids.add(block.id)
    }
    for (const { to, line } of this.links)
      if (to.startsWith('#') && !ids.has(to.slice(1)))
        this.problems.push({ line, message: `${to} is not a heading on this page.` })
  }
}

const joined = (parts: readonly Inline[]): Inline[] => {
  const out: Inline[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (typeof part === 'string' && typeof last === 'string') out[out.length - 1] = last + part
    else out.push(part)
  }
  return out
}

const trimmed = (parts: readonly Inline[]): Inline[] => {
  const [first, ...rest] = parts
  const begun = typeof first === 'string' ? first.trimStart() : first
  return begun === undefined || begun === '' ? rest : [begun, ...rest]
}

export const stripMarks = (parts: readonly Inline[]): string =>
  parts
    .map((part) =>
      typeof part === 'string' ? part : 'strong' in part ? part.strong : 'em' in part ? part.em : part.link,
    )
    .join('')

/** Joins the lines of a text with single spaces, keeping outer white space. */
function unwrapped(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  return lines
    .map((line, i) => (i === 0 ? line : line.trimStart()))
    .map((line, i) => (i === last ? line : line.trimEnd()))
    .filter((line, i) => line !== '' || i === 0 || i === last)
    .join(' ')
}

export type Slot = string | { text: string; to: string } | null

const named = /\{([a-zA-Z]+(?:\.[a-zA-Z]+)?)\}/g

export const findSlots = (source: string): { slot: string; line: number }[] =>
  source
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(named)].map((found) => ({ slot: found[1] ?? '', line: index + 1 })))

// Alternative ways of contact: keeps those available.
const either = /([A-Z][a-z]+(?: [a-z]+)*) \{(\w+)\} or ([a-z]+(?: [a-z]+)*) \{(\w+)\}/g
// A question answered by these ways is removed with them.
const asked = /(^|[.?!] )[^.?!|]+\? +(?=[A-Z][a-z]+(?: [a-z]+)* \{\w+\} or )/g
const besides = / or by [a-z]+(?: [a-z]+)* \{(\w+)\}/g
const onlySlots = /^\{\w+\}(, \{\w+\})*\.$/

function withoutEmpty(line: string, slots: Readonly<Record<string, Slot>>): string {
  const has = (name: string) => Boolean(slots[name])
  if (onlySlots.test(line))
    return `${line
      .slice(0, -1)
      .split(', ')
      .filter((slot) => has(slot.slice(1, -1)))
      .join(', ')}.`
  const none = [...line.matchAll(either)].some((found) => !has(found[2] ?? '') && !has(found[4] ?? ''))
  const told = (none ? line.replace(asked, '$1') : line).replace(besides, (whole, name: string) =>
    has(name) ? whole : '',
  )
  return told.replace(either, (whole, first: string, a: string, second: string, b: string) => {
    if (has(a) === has(b)) return whole
    return has(a) ? `${first} {${a}}` : `${second.charAt(0).toUpperCase()}${second.slice(1)} {${b}}`
  })
}

/**
 * Fills the slots of a text before parsing. Omits a sentence or table row with an empty slot, even if it is not marked
 * as optional.
 */
export function fillSlots(source: string, slots: Readonly<Record<string, Slot>>): string {
  const values: Values = Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [
      name.replace('.', '_'),
      slot === null ? null : typeof slot === 'string' ? escaped(slot) : `[${escaped(slot.text)}](${slot.to})`,
    ]),
  )
  const empty = Object.keys(values).filter((name) => !hasValue(values[name]))
  return source
    .split('\n')
    .flatMap((line) => {
      if (!line.match(named)) return [line]
      if (onlySlots.test(line) && withoutEmpty(line, slots) === '.') return []
      const fixed = withoutEmpty(line, slots)
        .replace(named, (_, name: string) => `{${name.replace('.', '_')}}`)
        .replaceAll('e.g.', 'such as')
      const filled = formatTemplate({ fixed: markOptionalParts(fixed, empty) }, values)
      return filled === '' || /^(-|#+|\*\*[^*]*\*\*)$/.test(filled) ? [] : [filled]
    })
    .join('\n')
}

// Escapes Markdown characters in values.
const escaped = (value: string): string => value.replace(/[\\`*_[\]<>&|#~!{}]/g, '\\$&').replaceAll('\n', ' ')
