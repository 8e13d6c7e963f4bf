const site = 'https://site.invalid'

/**
 * Returns path, query and fragment of an address on this site, or null if a browser would resolve it to another origin.
 * Every redirect target from a URL parameter, storage or history state is validated by it. Resolves dot segments first:
 * `/.//host` becomes `//host`, which is another host.
 */
export function toLocalPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null
  const url = URL.parse(value, site)
  if (url?.origin !== site || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
