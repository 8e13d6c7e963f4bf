const site = 'https://site.invalid'

/**
 * Returns path, query and fragment of an address on this site, or null when a browser would resolve the value to
 * another origin. Every redirect target that comes from a URL parameter, from storage or from history state goes
 * through this function. Dot segments are resolved first: `/.//host` becomes `//host`, which names another host.
 */
export function toLocalPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null
  const url = URL.parse(value, site)
  if (url?.origin !== site || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
