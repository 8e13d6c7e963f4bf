import { type ComponentProps, useEffect } from 'react'
import { useNavigate } from 'react-router'

/** A link to a whole address of the site: plain to draw, and followed without a load once the page runs. */
export function SiteLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return <a {...rest} href={to} data-discover="true" data-site="" />
}

/** Whether a link says, by `data-opens`, that it opens what its card shows: then the card becomes the top of that page. */
function becomesPage(link: HTMLAnchorElement): boolean {
  const card = link.closest('article')
  if (!card || link.dataset['opens'] === undefined) return false
  card.querySelector('img')?.parentElement?.classList.add('view-cover')
  link.classList.add('view-name')
  return true
}

/** Follows the site's plain links; what else a click should do has been done by then. */
export function useSiteLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[data-site]')
      if (
        !(link instanceof HTMLAnchorElement) ||
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.altKey ||
        event.ctrlKey ||
        event.shiftKey
      )
        return
      if (link.target && link.target !== '_self') return
      event.preventDefault()
      navigate(link.pathname + link.search + link.hash, { viewTransition: becomesPage(link) })
    }
    addEventListener('click', follow)
    return () => removeEventListener('click', follow)
  }, [navigate])
}
