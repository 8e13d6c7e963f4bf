import { beforeAfterFolder } from '#contract/reviews/before-after-words.ts'

/** Whether an address is of a picture that stands by the yes of the very person it shows, which does not travel. */
export const isOfPair = (address: string): boolean =>
  new URL(address).pathname.startsWith(`/pictures/${beforeAfterFolder}/`)

/** Where a picture of a file is asked for: by the site that has signed alone, and as a kind that an upload may be; null where it is elsewhere. */
export function askedAt(address: string, issuer: string): URL | null {
  const { origin, pathname, search } = new URL(address)
  const at = new URL(new URL(issuer).origin)
  if (origin !== at.origin) return null
  const kept = /^(\/pictures\/[a-z0-9-]+\/[A-Za-z0-9_-]{22}\/)\d+\.(?:webp|avif|jpg)$/.exec(pathname)?.[1]
  const drawn = /^(\/pictures\/\d+)\.svg$/.exec(pathname)?.[1]
  // Set as a path, it can name no other site however it is written.
  at.pathname = kept ? `${kept}1200.jpg` : drawn ? `${drawn}.png` : pathname
  at.search = kept ? '' : search
  return at
}
