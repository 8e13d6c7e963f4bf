import { type ComponentType, createContext } from 'react'
import type { PlainFormProps } from './plain-form.tsx'

/** The form for browsers without script: given by what draws pages on the server; a browser that runs this reads nothing in `<noscript>`. */
export const NoScriptForm = createContext<ComponentType<PlainFormProps> | null>(null)
