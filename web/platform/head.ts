import type { MetaDescriptor } from 'react-router'

interface Head {
  title: string
  description?: string
  /** The page's one address, a path; without it the page has no canonical link. */
  path?: string
  publicUrl: string
  noindex?: boolean
  /** Path of the picture that links to the page show. */
  picture?: { src: string; alt: string }
  schemas?: readonly object[]
}

/** Title, description, canonical link, Open Graph and structured data of one page. */
export function head({ title, description, path, publicUrl, noindex, picture, schemas = [] }: Head): MetaDescriptor[] {
  const shared = title.replace(/ · Primp$/, '')
  const tags: MetaDescriptor[] = [
    { title },
    { property: 'og:title', content: shared },
    { property: 'og:site_name', content: 'Primp' },
    { property: 'og:type', content: 'website' },
  ]
  if (description) tags.push({ name: 'description', content: description }, { property: 'og:description', content: description })
  if (noindex) tags.push({ name: 'robots', content: 'noindex' })
  if (path && !noindex) {
    const url = publicUrl + path
    tags.push({ tagName: 'link', rel: 'canonical', href: url }, { property: 'og:url', content: url })
  }
  if (picture) {
    tags.push(
      { property: 'og:image', content: publicUrl + picture.src },
      { property: 'og:image:alt', content: picture.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
    )
  }
  return [...tags, ...schemas.map((schema) => ({ 'script:ld+json': schema }) as MetaDescriptor)]
}
