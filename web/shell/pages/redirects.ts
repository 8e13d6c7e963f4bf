const moved: readonly [RegExp, string][] = [
  [/^\/products\/[^/]+\/?$/, '/'],
  [/^\/blog\/?$/, '/'],
  [/^\/makeup-and-hair\/gallery\/?$/, '/content/gallery'],
  [/^\/[^/]+\/get-quote\/?$/, '/'],
  [/^\/account\/?$/, '/dashboard'],
  [/^\/profile\/([^/]+)\/?$/, '/@/$1'],
]

/** Returns the new path of an old address, or null if it is unknown. */
export function findRedirect(path: string): string | null {
  const found = moved.find(([pattern]) => pattern.test(path))
  return found ? path.replace(...found) : null
}
