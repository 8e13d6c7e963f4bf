const moved: readonly [RegExp, string][] = [
  [/^\/products\/[^/]+\/?$/, '/'],
  [/^\/blog\/?$/, '/'],
  [/^\/makeup-and-hair\/gallery\/?$/, '/content/gallery'],
  [/^\/[^/]+\/get-quote\/?$/, '/'],
  [/^\/account\/?$/, '/dashboard'],
]

/** Where an old address leads now, or null where it never led anywhere. */
export function findRedirect(path: string): string | null {
  return moved.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
