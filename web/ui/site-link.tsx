import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'

/** Paths of pages that are the same for everyone: fetching one ahead has no effect and is answered from the cache. */
const sharedPaths = /^\/(?:$|@\/[^/]+$|(?:au|ca|gb|us|content)\/|join)/

/** A link to a path of the site. Shared pages are prefetched when a pointer, finger or the focus rests on it. */
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

/** Marks the picture and name of the link's card, which the view transition turns into the top of the profile page. */
function nameTransition({ currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  link.closest('article')?.querySelector('img')?.parentElement?.classList.add('view-cover')
  link.classList.add('view-name')
}
