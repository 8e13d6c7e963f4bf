import { createContext } from 'react'

/** What each script that the site writes into a page bears, while it is drawn on the server; a browser that runs the page reads nothing of it. */
export const ScriptNonce = createContext<string | undefined>(undefined)
