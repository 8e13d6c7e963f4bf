import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { joinClasses } from './class-names.ts'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import styles from './navigation.module.css'

/** Shows the link of the current page in a rail that is longer than the window. */
const scrollToLink = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' })

/** A dashboard page in the navigation. */
export type NavigationLink = {
  path: string
  label: string
  icon: LucideIcon
  here: boolean
  waits?: { n: number; label: string }
}

export function NavigationLinks({ pages, onNavigate }: { pages: readonly NavigationLink[]; onNavigate?: () => void }) {
  return pages.map(({ path, label, icon: Icon, here, waits }) => (
    <Link
      key={path}
      to={path}
      ref={here ? scrollToLink : undefined}
      className={joinClasses(styles.pageLink, here && styles.chosen)}
      aria-current={here ? 'page' : undefined}
      onClick={onNavigate}>
      <Icon className="icon" aria-hidden="true" />
      {label}
      {waits && waits.n > 0 && (
        <span className={styles.count}>
          <span aria-hidden="true">{waits.n}</span>
          <span className="visually-hidden">{waits.label}</span>
        </span>
      )}
    </Link>
  ))
}

export type NavigationGroup = { title: string | null; pages: readonly NavigationLink[] }

export const NavigationGroups = ({
  groups,
  onNavigate,
}: {
  groups: readonly NavigationGroup[]
  onNavigate?: () => void
}) =>
  groups
    .filter(({ pages }) => pages.length > 0)
    .map(({ title, pages }) => (
      <Fragment key={title ?? ''}>
        {title && <p className={joinClasses('micro hint', styles.groupTitle)}>{title}</p>}
        <NavigationLinks pages={pages} {...(onNavigate && { onNavigate })} />
      </Fragment>
    ))

export function FootBar({
  label,
  bar,
  more,
  words,
}: {
  label: string
  bar: readonly NavigationLink[]
  /** The other pages, under the heads of the rail. */
  more: readonly NavigationGroup[]
  words: { more: string; close: string }
}) {
  const [open, setOpen] = useState(false)
  const pages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) scrollToLink(pages.current?.querySelector<HTMLElement>('[aria-current]') ?? null)
  }, [open])
  return (
    <nav className={styles.footBar} data-foot-bar aria-label={label}>
      {bar.map(({ path, label: name, icon: Icon, here }) => (
        <Link
          key={path}
          to={path}
          className={here ? styles.chosen : undefined}
          aria-current={here ? 'page' : undefined}>
          <Icon className="icon" aria-hidden="true" />
          <span>{name}</span>
        </Link>
      ))}
      <button
        type="button"
        className={more.some(({ pages }) => pages.some(({ here }) => here)) ? styles.chosen : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}>
        <Ellipsis className="icon" aria-hidden="true" />
        <span>{words.more}</span>
      </button>
      <Drawer from="foot" open={open} onClose={() => setOpen(false)} title={words.more} close={words.close}>
        <div ref={pages} className={styles.morePages}>
          <NavigationGroups groups={more} onNavigate={() => setOpen(false)} />
        </div>
      </Drawer>
    </nav>
  )
}
