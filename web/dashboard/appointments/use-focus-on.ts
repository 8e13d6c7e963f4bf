import { type RefObject, useEffect, useRef } from 'react'

/** For a group of buttons that go as they are pressed: the focus of one that is gone passes to the first that stands there now. */
export function useFocusOn<E extends HTMLElement>(): RefObject<E | null> {
  const group = useRef<E>(null)
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const within = group.current
    const keep = (event: FocusEvent) => {
      focused.current = event.target as Element
    }
    // A button that is taken away loses the focus without saying where to.
    const drop = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null
    }
    within?.addEventListener('focusin', keep)
    within?.addEventListener('focusout', drop)
    return () => {
      within?.removeEventListener('focusin', keep)
      within?.removeEventListener('focusout', drop)
    }
  }, [])
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) group.current?.querySelector('button')?.focus()
  })
  return group
}
