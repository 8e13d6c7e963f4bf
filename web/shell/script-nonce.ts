import { createContext } from 'react'

/** Nonce of inline scripts during server rendering; undefined in the browser. */
export const ScriptNonce = createContext<string | undefined>(undefined)
