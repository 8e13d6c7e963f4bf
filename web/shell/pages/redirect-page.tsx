import { type LoaderFunctionArgs, redirect } from 'react-router'

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

/** Redirects old addresses permanently, with their query. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  throw redirect(`${findRedirect(pathname) ?? '/'}${search}`, 308)
}

export default function RedirectPage() {
  return null
}
