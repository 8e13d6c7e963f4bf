import { type LoaderFunctionArgs, redirect } from 'react-router'

/** Redirects /profile/{slug} to /@/{slug}. */
export function loader({ params }: LoaderFunctionArgs) {
  throw redirect(`/@/${encodeURIComponent(params['profileId'] ?? '')}`, 308)
}

export default function ProfileRedirect() {
  return null
}
