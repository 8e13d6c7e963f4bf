import { type LoaderFunctionArgs, redirect } from 'react-router'

/** /profile/{slug} is /@/{slug}. */
export function loader({ params }: LoaderFunctionArgs) {
  throw redirect(`/@/${encodeURIComponent(params['profileId'] ?? '')}`, 308)
}

export default function ProfileRedirect() {
  return null
}
