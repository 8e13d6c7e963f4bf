import { type LoaderFunctionArgs, redirect } from 'react-router'
import { findRedirect } from './redirects.ts'

/** Redirects old addresses permanently, with their query. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  throw redirect(`${findRedirect(pathname) ?? '/'}${search}`, 308)
}

export default function RedirectPage() {
  return null
}
