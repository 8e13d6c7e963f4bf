import { type LoaderFunctionArgs, redirect } from 'react-router'
import { findRedirect } from './redirects.ts'

/** Old addresses lead on for good, with what they carried. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  throw redirect(`${findRedirect(pathname) ?? '/'}${search}`, 308)
}

export default function RedirectPage() {
  return null
}
