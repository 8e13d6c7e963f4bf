const moved: readonly [RegExp, string][] = [
  [/^\/products\/[^/]+\/?$/, '/'],
  [/^\/blog\/?$/, '/'],
  [/^\/makeup-and-hair\/gallery\/?$/, '/content/gallery'],
  [/^\/[^/]+\/get-quote\/?$/, '/'],
  [/^\/account\/?$/, '/dashboard'],
]

/** Returns the new path of an old address, or null if it is unknown. */
export function findRedirect(path: string): string | null {
  return moved.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
