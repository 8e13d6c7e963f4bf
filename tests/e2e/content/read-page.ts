import { Parser } from 'htmlparser2'

/** The parts of a page that a crawler reads. */
export type ReadPage = {
  title: string
  description: string | null
  canonical: string | null
  robots: string | null
  picture: string | null
  headings: string[]
  schemas: unknown[]
  links: string[]
  pictures: string[]
}

export function readPage(html: string): ReadPage {
  const page: ReadPage = {
    title: '',
    description: null,
    canonical: null,
    robots: null,
    picture: null,
    headings: [],
    schemas: [],
    links: [],
    pictures: [],
  }
  let inside: 'title' | 'h1' | 'schema' | null = null
  let schema = ''
  const open: Record<string, (of: Record<string, string>) => void> = {
    title: () => {
      inside = 'title'
    },
    h1: () => {
      inside = 'h1'
      page.headings.push('')
    },
    script: ({ type }) => {
      if (type === 'application/ld+json') inside = 'schema'
    },
    meta: ({ name, property, content = '' }) => {
      if (name === 'description') page.description = content
      if (name === 'robots') page.robots = content
      if (property === 'og:image') page.picture = content
    },
    link: ({ rel, href }) => {
      if (rel === 'canonical') page.canonical = href ?? null
      else if (href && !/^(alternate|preconnect)$/.test(rel ?? '')) page.links.push(href)
    },
    a: ({ href }) => {
      if (href) page.links.push(href)
    },
    img: ({ src, srcset }) =>
      page.pictures.push(
        ...(src ? [src] : []),
        ...(srcset ?? '').split(',').flatMap((part) => part.trim().split(' ')[0] || []),
      ),
    source: ({ srcset }) =>
      page.pictures.push(...(srcset ?? '').split(',').flatMap((part) => part.trim().split(' ')[0] || [])),
  }
  const parser = new Parser({
    // Ignores the title of an SVG.
    onopentag: (name, of) => {
      if (name !== 'title' || page.title === '') open[name]?.(of)
    },
    ontext: (text) => {
      if (inside === 'title') page.title += text
      if (inside === 'h1') page.headings[page.headings.length - 1] += text
      if (inside === 'schema') schema += text
    },
    onclosetag: (name) => {
      if (name === 'script' && inside === 'schema') {
        page.schemas.push(JSON.parse(schema))
        schema = ''
      }
      if (name === 'script' || name === 'h1' || name === 'title') inside = null
    },
  })
  parser.end(html)
  return page
}
