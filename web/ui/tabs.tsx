import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useId } from 'react'
import { joinClasses } from './class-names.ts'
import styles from './tabs.module.css'

interface Tab<V extends string> {
  value: V
  label: string
  icon?: ReactNode
  count?: number
  /** The page's address with this tab, for use without script. */
  href?: string
}

/** Scrolls a list of tabs that is wider than the screen to the chosen one, and again after `changed`. */
export function useChosenInView(list: RefObject<HTMLElement | null>, changed?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again if a change makes tabs wider.
  useEffect(() => {
    const tabs = list.current
    const tab = tabs?.querySelector<HTMLElement>('[aria-current="page"], [aria-selected="true"]')
    if (tabs && tab) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2
  }, [list, changed])
}

interface TabsProps<V extends string> {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  panel: string
  className?: string
}

/** Tabs with icon and count; arrow keys, Home and End move. */
export function Tabs<V extends string>({ label, tabs, value, onChange, panel, className }: TabsProps<V>) {
  const id = useId()
  const idOf = (of: V) => `${id}-${of}`
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    // Starts from the focused tab, because `value` changes only when its content has loaded.
    const at = tabs.findIndex((tab) => idOf(tab.value) === document.activeElement?.id)
    const to = getTabForKey(event.key, at, tabs.length)
    if (to === null) return
    event.preventDefault()
    const tab = tabs[to]
    if (!tab) return
    onChange(tab.value)
    document.getElementById(idOf(tab.value))?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={joinClasses(styles.tabs, className)} onKeyDown={move}>
      {tabs.map((tab) => {
        const attributes = {
          role: 'tab',
          id: idOf(tab.value),
          'aria-selected': tab.value === value,
          'aria-controls': panel,
          tabIndex: tab.value === value ? 0 : -1,
          className: tab.value === value ? styles.chosen : undefined,
          onClick: (event: MouseEvent) => {
            event.preventDefault()
            onChange(tab.value)
          },
        }
        const content = (
          <>
            {tab.icon}
            {tab.label}
            {tab.count !== undefined && <small>{tab.count}</small>}
          </>
        )
        return tab.href === undefined ? (
          <button key={tab.value} type="button" {...attributes}>
            {content}
          </button>
        ) : (
          <a key={tab.value} href={tab.href} {...attributes}>
            {content}
          </a>
        )
      })}
    </div>
  )
}

/** Returns the tab index that a key leads to; null for other keys. */
export function getTabForKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
