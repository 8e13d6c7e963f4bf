import { useSyncExternalStore } from 'react'

const neverTells = () => () => {}

/** Returns a value known only in the browser; on the server and during hydration, the `drawn` one. */
export const useHere = <T>(here: () => T, drawn: () => T): T => useSyncExternalStore(neverTells, here, drawn)
