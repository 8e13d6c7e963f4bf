export type Kind = 'success' | 'error' | 'warning' | 'info'

export interface Toast {
  id: number
  kind: Kind
  message: string
  action?: { label: string; run: () => void }
}

/** How long a toast stays, in milliseconds; pointing at it or focusing it holds the clock. */
export const toastTime = 5_000

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function publish(changed: readonly Toast[]) {
  toasts = changed
  for (const listener of listeners) listener()
}

/** Shows a message at the foot of the page. Browser only. */
export function toast(kind: Kind, message: string, action?: Toast['action']): number {
  const shown = { id: next++, kind, message, action }
  publish([...toasts.filter((one) => one.message !== message), shown].slice(-3))
  return shown.id
}

/** Takes a message away. */
export const dismiss = (id: number): void => publish(toasts.filter((one) => one.id !== id))

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is on show now, for useSyncExternalStore. */
export const current = (): readonly Toast[] => toasts

const none: readonly Toast[] = []
/** The server never shows one. */
export const currentOnServer = (): readonly Toast[] => none
