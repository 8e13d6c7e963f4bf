import { type ComponentType, createContext } from 'react'
import type { FilterPanelProps } from './filter-panel.tsx'

/** The filters for browsers without script: given by what draws pages on the server; a browser that runs this reads nothing in `<noscript>`. */
export const NoScriptFilters = createContext<ComponentType<FilterPanelProps> | null>(null)
