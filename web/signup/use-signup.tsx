import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import type { Progress } from '#contract/signup/signup.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'
import { type Country, defaultCountry } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { FormState } from '#web/platform/use-form.ts'
import { signupMessages } from './signup-messages.ts'

/** Context of the layout for its steps. */
export interface Signup {
  /** Null without an account. */
  progress: Progress | null
  catalogue: ProviderCatalogue | null
  country: Country
  /** Id of the form, for the layout's submit buttons. */
  form: string
  /** Marks the step as passed and continues, or exits after 'Save and exit'. */
  passed: (step: SignupStep, more?: { categoryId?: number | null }) => Promise<void>
  onState: (state: FormState) => void
  preview: (change: Partial<EditableProfile>) => void
  point: (serviceId: string) => void
}

export const useSignup = (): Signup => useOutletContext<Signup>()

/** The same for steps with a profile; the layout opens none before it exists. */
export function useOwnSignup(): Signup & {
  progress: Progress
  profile: EditableProfile
  catalogue: ProviderCatalogue
} {
  const signup = useSignup()
  const { progress, catalogue } = signup
  if (!progress?.profile || !catalogue) throw new Error('this step requires a location')
  return { ...signup, progress, catalogue, profile: progress.profile }
}

export const useSignupMessages = () => createTranslator(signupMessages, useSignup().country)

export const getSignupCountry = (progress: Progress | null): Country =>
  progress?.profile?.countryCode ?? progress?.person.country ?? defaultCountry

export function StepHead({ title, help, children }: { title: string; help: string; children?: ReactNode }) {
  return (
    <div className="stack gap-12">
      <h1 className="heading-1">{title}</h1>
      <p className="lead">{help}</p>
      {children}
    </div>
  )
}
