import { useOutletContext } from 'react-router'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import type { Progress } from '#contract/signup/signup.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'
import { type Country, defaultCountry, createTranslator } from '#contract/words.ts'
import type { FormState } from '#web/platform/use-form.ts'
import { signupMessages } from './signup-messages.ts'

/** What the frame gives to each step. */
export interface Signup {
  /** Null for somebody without an account. */
  progress: Progress | null
  catalogue: ProviderCatalogue | null
  country: Country
  /** The form's id: the buttons of the frame send it. */
  form: string
  /** Marks the step as gone through and goes on, or out where 'Save and exit' was pressed. */
  passed: (step: SignupStep, more?: { categoryId?: number | null }) => Promise<void>
  onState: (state: FormState) => void
  /** What is typed, for the card beside the form. */
  preview: (change: Partial<EditableProfile>) => void
  /** The service whose split is shown beside the prices. */
  point: (serviceId: string) => void
}

/** The frame around a step. */
export const useSignup = (): Signup => useOutletContext<Signup>()

/** The same for a step that has a profile; the frame opens none of these before there is one. */
export function useOwnSignup(): Signup & {
  progress: Progress
  profile: EditableProfile
  catalogue: ProviderCatalogue
} {
  const signup = useSignup()
  const { progress, catalogue } = signup
  if (!progress?.profile || !catalogue) throw new Error('this step opens after the location is set')
  return { ...signup, progress, catalogue, profile: progress.profile }
}

export const useSignupMessages = () => createTranslator(signupMessages, useSignup().country)

/** The country whose words and money a sign-up shows. */
export const getSignupCountry = (progress: Progress | null): Country =>
  progress?.profile?.countryCode ?? progress?.person.country ?? defaultCountry
