import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '#contract/format.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import type { FormState } from '#web/platform/use-form.ts'
import noteStyles from '#web/ui/note.module.css'

export interface ProfileFormProps {
  /** The id of the form element: a button anywhere on the page can submit it. */
  id: string
  profile: EditableProfile
  catalogue: ProviderCatalogue
  onSaved: (profile: EditableProfile) => void | Promise<void>
  /** Called when the form gets unsaved changes, and when it is being sent. */
  onState?: (state: FormState) => void
  onPreview?: (change: Partial<EditableProfile>) => void
}

export const Prompt = ({ children }: { children: ReactNode }) => (
  <p className={noteStyles.note}>
    <Lightbulb className="icon" aria-hidden="true" />
    <span>{children}</span>
  </p>
)

/** The currency symbol before an amount: £ or $. */
export const getCurrencySymbol = (currency: string): string => formatMoney(0, currency).replace('0', '')
