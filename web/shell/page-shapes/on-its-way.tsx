import { useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { isOtherPage } from '#web/accounts/other-page.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { CardSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import styles from './on-its-way.module.css'

/** Skeleton of the next page after 150 ms, over the current page. */
export function OnItsWay() {
  const { state, location, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const [top] = useState(headerEnd)
  const shape = location && getPageShape(pathname, location.pathname)
  if (state !== 'loading' || formMethod || !shape || !isOtherPage(pathname, location.pathname)) return null
  return (
    <div className={styles.over} style={{ top }} data-late data-shape={shape} aria-hidden="true">
      <div className={joinClasses('page-width', styles.shape)}>{shapes[shape]}</div>
    </div>
  )
}

/** Returns the bottom of the shared header in pixels; 0 if scrolled away. */
const headerEnd = () => Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)

const heading = <Skeleton height={44} width="min(420px, 80%)" />

const shapes = {
  cards: (
    <>
      {heading}
      <Skeleton height={44} />
      <div className={styles.cards}>
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </>
  ),
  profile: (
    <>
      <Skeleton className={styles.mosaic} />
      {heading}
      <Beside />
    </>
  ),
  form: (
    <>
      {heading}
      <Beside />
    </>
  ),
  reading: (
    <>
      {heading}
      <Skeleton height={20} width="min(640px, 95%)" />
      <Skeleton height={20} width="min(600px, 90%)" />
      <Skeleton height={280} />
    </>
  ),
}

function Beside() {
  return (
    <div className={styles.beside}>
      <div className="stack">
        <Skeleton height={120} />
        <Skeleton height={120} />
        <Skeleton height={120} />
      </div>
      <Skeleton height={320} />
    </div>
  )
}

type PageShape = 'cards' | 'profile' | 'form' | 'reading'

// These areas render their own skeletons within their layout.
const areas = /^\/(dashboard|customer-dashboard|operator)(?=\/|$)/

const shapeByPath: [RegExp, PageShape][] = [
  [/^\/book\/|\/book$|^\/(login|register|signup|offer|gift-vouchers)(\/|$)/, 'form'],
  [/\/@\/./, 'profile'],
  [/^\/(quotes?|search)\/[^/]+$|^\/(gb|au|ca|us)\/|^\/content\/artists\//, 'cards'],
]

/** Returns the skeleton for navigating to `to`; null if the page at `from` renders its own. */
export function getPageShape(from: string, to: string): PageShape | null {
  const area = areas.exec(from)?.[1]
  if (area && area === areas.exec(to)?.[1]) return null
  return shapeByPath.find(([path]) => path.test(to))?.[1] ?? 'reading'
}
