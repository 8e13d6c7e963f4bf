import { useSyncExternalStore } from 'react'

const neverTells = () => () => {}

/** What only the browser knows, read as a component is drawn there; on the server, and where its page is taken over, what was drawn. */
export const useHere = <T>(here: () => T, drawn: () => T): T => useSyncExternalStore(neverTells, here, drawn)
