import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'

/** Paths of pages that are the same for everyone: prefetching one has no side effect and is answered from the cache. */
const sharedPaths = /^\/(?:$|@\/[^/]+$|(?:au|ca|gb|us|content)\/|join)/

/** A link within the site. Cached pages are prefetched on hover, touch or focus. */
export function SiteLink({ to, ...rest }: LinkProps & { to: string; 'data-opens'?: string }) {
  const opensCard = rest['data-opens'] !== undefined
  return (
    <Link
      {...rest}
      to={to}
      prefetch={sharedPaths.test(to) ? 'intent' : 'none'}
      viewTransition={opensCard}
      onClick={opensCard ? nameTransition : rest.onClick}
    />
  )
}

/** Marks picture and name of the card for the view transition to the profile. */
function nameTransition({ currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  link.closest('article')?.querySelector('img')?.parentElement?.classList.add('view-cover')
  link.classList.add('view-name')
}
