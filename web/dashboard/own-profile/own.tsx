import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { dashboardMessages } from '#web/dashboard/messages.ts'

type Own = { profile: EditableProfile; keep: Dispatch<SetStateAction<EditableProfile>> }
const OwnContext = createContext<Own | null>(null)

export function OwnProvider({ loaded, children }: { loaded: EditableProfile; children: ReactNode }) {
  const [profile, keep] = useState(loaded)
  useEffect(() => keep(loaded), [loaded])
  return <OwnContext value={{ profile, keep }}>{children}</OwnContext>
}

export function useOwn(): Own {
  const own = useContext(OwnContext)
  if (!own) throw new Error('useOwn is used outside the dashboard')
  return own
}

export function useDashboardMessages() {
  const own = useContext(OwnContext)
  return createTranslator(dashboardMessages, own?.profile.countryCode)
}
